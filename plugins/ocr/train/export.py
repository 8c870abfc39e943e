"""Exports a checkpoint as the integer weights that the guest reads.

    python3 export.py NETWORK

The file, all numbers little-endian, every section beginning at a multiple of
16 bytes from the file's start (zeros fill the gaps):

    offset  type      meaning
    0       u8[4]     "LIOW"
    4       u32       version, 1
    8       u32       size of the whole file, bytes
    12      u32       height of a strip, pixels: 32
    16      u32       columns of a strip per step of the trunk: 4
    20      u32       predictions per step: 2
    24      u32       classes, the blank included: C
    28      u32       number of layers: L
    32      u32       offset of the alphabet
    36      u32       size of the alphabet, bytes
    40      u32       offset of the layer table
    44      u32       0

The alphabet is UTF-8: the C-1 characters of classes 1 to C-1, one after the
other. Class 0 is the blank. The layer table is L entries of 48 bytes:

    offset  type      meaning
    0       u32       kind: 1 conv, 2 depthwise, 3 pointwise, 4 head
    4       u32       input channels: I
    8       u32       output channels: O
    12      u32       kernel, rows: KH
    16      u32       kernel, columns: KW
    20      u32       stride, rows: SH
    24      u32       stride, columns: SW
    28      u32       flags: 1 = add the block's input (residual)
    32      u32       offset of the weights (i8)
    36      u32       offset of the factors (f32[O])
    40      u32       offset of the offsets (f32[O])
    44      u32       0

The layers stand in the order in which they run: four of kind 1, then pairs of
kinds 2 and 3 (a block), then one of kind 4. The layout of the weights:

    conv       w[o][kh][kw][i]    I*KH*KW a multiple of 8 but in the first layer
    depthwise  w[kw][channel]     I = O, KH = 1, stride 1
    pointwise  w[o][i]
    head       w[o][i]            o = prediction*C + class

The arithmetic, which the guest repeats bit for bit. Activations are i16,
laid out [column][row][channel]; the trunk's are [step][channel].

  0. Input: x = 255 - pixel, so that ground is 0. The strip's width is made a
     multiple of 4 by columns of 0 at the right.
  1. Each layer pads with zeros: conv by 1 on each side, depthwise by KW/2 at
     each end. Output size = input size / stride.
  2. a = the sum of x*w over the window, i32. It cannot overflow: 32767 times
     the sum of an output's |w| is checked here to be below 2^31.
  3. y = f32(a) * factor[o] + offset[o]: conversion, product and sum each
     rounded to f32 (no fused multiply-add), to nearest, ties to even.
  4. kinds 1 and 2: x' = clamp(nearest(y), 0, 32767), ties to even.
     kind 3: x' = clamp(nearest(y) + r, 0, 32767), r the input of the block,
     that is of the depthwise layer just before; nearest(y) is clamped to
     [-32768, 32767] first.
     kind 4: y is the logit, f32.
  5. After the last conv the map has 2 rows, which [column][row][channel]
     already lays out as the trunk's I = 2*96 channels: upper row first.
  6. Step t's predictions 0 and 1 stand for columns 4t, 4t+1 and 4t+2, 4t+3.

The test file (plugins/testdata/NETWORK.strips) holds strips with what the layers above
make of them, for the guest's test:

    0       u8[4]     "LIOT"
    4       u32       version, 2
    8       u32       CRC-32 (IEEE) of the weights file that made it
    12      u32       number of strips: N
    then N times, each beginning at a multiple of 16 bytes:
            u32       width of the strip, pixels: W
            u32       predictions: P = 2*ceil(W/4)
            u32       size of the text, bytes: S
            u32       CRC-32 of the last block's i16 output, [step][channel]
            u8[32*W]  the strip, rows from top to bottom, 0 ink, 255 ground
            u8[S]     its text, UTF-8, as it was printed
            zeros to a multiple of 4 bytes
            f32[P*C]  the logits of the integer arithmetic
"""

import argparse
import random
import struct
import zlib

import numpy as np
import torch
from torch.nn import functional as F

import alphabet
from model import BLANK, HEIGHT, STEP, STRIDE, Recogniser
from networks import NETWORKS

CONV, DEPTHWISE, POINTWISE, HEAD = 1, 2, 3, 4
RESIDUAL = 1
PEAK = 12000  # the largest activation of the calibration, of 32767
CALIBRATION = 400  # strips
TESTED = ("clean", "fax", "photo")  # one strip each


def load(path):
    """The averaged network of a checkpoint, ready to predict."""
    saved = torch.load(path, map_location="cpu", weights_only=False)
    classes = list(saved["alphabet"])
    if classes != alphabet.ALPHABET[: len(classes)]:
        raise SystemExit("%s was trained with another alphabet" % path)
    net = Recogniser(len(classes), saved["shape"])
    net.load_state_dict(saved["average"])
    return net.eval()


def ink(pixels):
    """A strip as the network's input, its width a multiple of STRIDE."""
    x = torch.zeros(1, 1, HEIGHT, -(-pixels.shape[1] // STRIDE) * STRIDE)
    x[0, 0, :, : pixels.shape[1]] = torch.from_numpy(255 - pixels.astype(np.float32)) / 255
    return x


class Layer:
    """A layer's integers: weights in the layout of torch, factor and offset per output."""

    def __init__(self, kind, conv, norm, scale_in, scale_out):
        weight = conv.weight.detach().double()
        if norm is None:
            gain, shift = torch.ones(len(weight)).double(), conv.bias.detach().double()
        else:
            gain = norm.weight.detach().double() / torch.sqrt(norm.running_var.double() + norm.eps)
            shift = norm.bias.detach().double() - norm.running_mean.double() * gain
        weight = weight * gain[:, None, None, None]
        unit = weight.abs().amax((1, 2, 3)).clamp(min=1e-12) / 127
        self.kind, self.stride, self.padding, self.groups = kind, conv.stride, conv.padding, conv.groups
        self.weight = torch.round(weight / unit[:, None, None, None])
        self.factor = (unit * scale_in / scale_out).float()
        self.offset = (shift / scale_out).float()
        if 32767 * self.weight.abs().sum((1, 2, 3)).max() >= 2**31:
            raise SystemExit("a sum of products may overflow 32 bits")

    def __call__(self, x):
        """f32 before rounding. Sums of integers are exact in doubles."""
        a = F.conv2d(x, self.weight, stride=self.stride, padding=self.padding, groups=self.groups)
        return a.float() * self.factor[:, None, None] + self.offset[:, None, None]

    def entry(self):
        o, i, kh, kw = self.weight.shape
        flags = RESIDUAL if self.kind == POINTWISE else 0
        return (self.kind, i * self.groups, o, kh, kw, *self.stride, flags)

    def bytes(self):
        w = self.weight.to(torch.int8)
        if self.kind == DEPTHWISE:
            return w[:, 0, 0].t().contiguous().numpy().tobytes()
        return w.permute(0, 2, 3, 1).contiguous().numpy().tobytes()


class Integers:
    """The network in the arithmetic of the file's description."""

    def __init__(self, net, strips):
        peaks = calibrate(net, strips)
        scales = [1 / 255] + [p / PEAK for p in peaks["stem"]]
        # All that is added up in the trunk has one scale.
        trunk = scales[-1] = max(peaks["stem"][-1], *peaks["trunk"]) / PEAK
        self.classes = net.classes
        self.stem = [
            Layer(CONV, conv, norm, scales[i], scales[i + 1])
            for i, (conv, norm) in enumerate(zip(net.stem, net.stem_norms))
        ]
        self.blocks = [
            (Layer(DEPTHWISE, b.depthwise, b.norm1, trunk, p / PEAK), Layer(POINTWISE, b.pointwise, b.norm2, p / PEAK, trunk))
            for b, p in zip(net.trunk, peaks["depthwise"])
        ]
        self.head = Layer(HEAD, net.head, None, trunk, 1)

    def layers(self):
        return self.stem + [layer for block in self.blocks for layer in block] + [self.head]

    def trunk(self, pixels):
        """The last block's output of one strip: integers [1, channels, 1, steps]."""
        x = torch.round(ink(pixels) * 255).double()
        for layer in self.stem:
            x = layer(x).round().clamp(0, 32767).double()
        x = torch.cat((x[:, :, :1], x[:, :, 1:]), 1)
        for depthwise, pointwise in self.blocks:
            y = depthwise(x).round().clamp(0, 32767).double()
            y = pointwise(y).round().clamp(-32768, 32767).double()
            x = (x + y).clamp(0, 32767)
        return x

    def __call__(self, pixels):
        """Logits f32[predictions, classes] of one strip, u8[32, W]."""
        y = self.head(self.trunk(pixels))
        return y[0, :, 0].t().reshape(-1, self.classes)


@torch.no_grad()
def calibrate(net, strips):
    """The largest activations over the strips, of each layer that has a scale."""
    peaks = {"stem": [0.0] * len(net.stem), "trunk": [0.0] * len(net.trunk), "depthwise": [0.0] * len(net.trunk)}

    def note(name, i, x):
        peaks[name][i] = max(peaks[name][i], float(x.max()))

    for pixels in strips:
        x = ink(pixels)
        for i, (conv, norm) in enumerate(zip(net.stem, net.stem_norms)):
            x = F.relu(norm(conv(x)))
            note("stem", i, x)
        x = torch.cat((x[:, :, :1], x[:, :, 1:]), 1)
        for i, block in enumerate(net.trunk):
            note("depthwise", i, F.relu(block.norm1(block.depthwise(x))))
            x = block(x)
            note("trunk", i, x)
    return peaks


def greedy(logits):
    """The text of the best class of each prediction, repeats and blanks taken out."""
    text, last = [], BLANK
    for c in logits.argmax(-1).tolist():
        if c not in (last, BLANK):
            text.append(alphabet.ALPHABET[c])
        last = c
    return "".join(text)


class File:
    """Sections at multiples of 16 bytes after a header of a known size."""

    def __init__(self, size):
        self.data = bytearray(size)

    def add(self, section):
        self.data += bytes(-len(self.data) % 16)
        self.data += section
        return len(self.data) - len(section)


def weights(integers):
    """The bytes of the weights file."""
    layers, file = integers.layers(), File(48)
    letters = "".join(alphabet.ALPHABET[1 : integers.classes]).encode()
    letters_at = file.add(letters)
    table_at = file.add(bytes(48 * len(layers)))
    for n, layer in enumerate(layers):
        at = [file.add(section) for section in (layer.bytes(), layer.factor.numpy().tobytes(), layer.offset.numpy().tobytes())]
        struct.pack_into("<12I", file.data, table_at + 48 * n, *layer.entry(), *at, 0)
    file.add(b"")
    struct.pack_into(
        "<4s11I", file.data, 0, b"LIOW", 1, len(file.data), HEIGHT, STRIDE, STRIDE // STEP,
        integers.classes, len(layers), letters_at, len(letters), table_at, 0,
    )
    return bytes(file.data)


def testdata(integers, pairs, crc):
    """The bytes of the test file."""
    file = File(16)
    struct.pack_into("<4s3I", file.data, 0, b"LIOT", 2, crc, len(pairs))
    for pixels, text in pairs:
        trunk = integers.trunk(pixels)[0, :, 0].t().contiguous().numpy().astype("<i2").tobytes()
        logits = integers(pixels).numpy().astype("<f4")
        label = text.encode()
        strip = struct.pack("<4I", pixels.shape[1], len(logits), len(label), zlib.crc32(trunk))
        strip += np.ascontiguousarray(pixels).tobytes() + label
        strip += bytes(-len(strip) % 4)
        file.add(strip + logits.tobytes())
    return bytes(file.data)


def sample(network, count, seed, kind=None, longest=4000):
    """count strips of classes that the network has with their texts, the same each time."""
    import strips
    import text

    text.favour(network.foreign)
    rng, pairs = random.Random(seed), []
    while len(pairs) < count:
        pixels, text = strips.strip(rng, kind)
        if pixels.shape[1] <= longest and max(alphabet.encode(text), default=0) < len(network.alphabet):
            pairs.append((pixels, text))
    return pairs


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("network", choices=NETWORKS)
    network = NETWORKS[p.parse_args().network]
    torch.set_num_threads(1)
    with torch.no_grad():
        net = load(network.checkpoint)
        integers = Integers(net, [pixels for pixels, _ in sample(network, CALIBRATION, 17)])
        data = weights(integers)
        with open(network.weights, "wb") as f:
            f.write(data)
        pairs = [pair for kind in TESTED for pair in sample(network, 1, 23, kind, longest=120)]
        with open(network.strips, "wb") as f:
            f.write(testdata(integers, pairs, zlib.crc32(data)))
        for pixels, text in pairs:
            print("%r reads %r" % (text, greedy(integers(pixels))))
    print("%d bytes of weights" % len(data))


if __name__ == "__main__":
    main()
