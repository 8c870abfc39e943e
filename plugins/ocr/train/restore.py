"""Makes a checkpoint of the exported weights, to train on from what is committed.

    python3 restore.py NETWORK

The file holds integers with a factor and an offset per channel: the scales of
the activations and what batch normalization measured are lost. Networks of
rectified linear units do not depend on the former, so they are chosen anew,
and the latter is measured again on rendered strips. The network that is
restored reads as the integers do.
"""

import argparse
import os
import struct

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

import alphabet
from export import CALIBRATION, CONV, DEPTHWISE, POINTWISE, ink, sample
from model import STEM_STRIDES, STEP, STRIDE, Recogniser, Shape
from networks import NETWORKS

SPREAD = 1.5  # of a layer's weights, as a share of what keeps the variance


class Exported:
    """A layer as it stands in the file: y = factor * (weight * x) + offset."""

    def __init__(self, data, entry):
        self.kind, i, o, kh, kw, _, _, _, w, factor, offset, _ = entry
        groups = i if self.kind == DEPTHWISE else 1
        count = o * i // groups * kh * kw
        w = np.frombuffer(data, np.int8, count, w).astype(np.float32)
        if self.kind == DEPTHWISE:
            w = w.reshape(kw, o).T.reshape(o, 1, 1, kw)
        else:
            w = w.reshape(o, kh, kw, i).transpose(0, 3, 1, 2)
        self.weight = torch.from_numpy(np.ascontiguousarray(w))
        self.factor = torch.from_numpy(np.frombuffer(data, np.float32, o, factor).copy())
        self.offset = torch.from_numpy(np.frombuffer(data, np.float32, o, offset).copy())


def read(path):
    """The layers of a file."""
    with open(path, "rb") as f:
        data = f.read()
    magic, _, _, _, _, _, classes, layers, at, size, table, _ = struct.unpack_from("<4s11I", data)
    if magic != b"LIOW":
        raise SystemExit("%s holds no weights" % path)
    entries = [struct.unpack_from("<12I", data, table + 48 * n) for n in range(layers)]
    if [""] + list(data[at : at + size].decode()) != alphabet.ALPHABET[:classes]:
        raise SystemExit("%s has another alphabet" % path)
    return [Exported(data, e) for e in entries]


def assign(conv, norm, layer, a, unit):
    """Gives conv and norm the function of layer.

    a are sums of products of many inputs, as the file's weights give them. The
    layer's output, and its input, are in units of their own: unit is that of
    the input. Returns that of the output, in which gains are about 1.
    """
    fan = layer.weight[0].numel()
    scale = SPREAD / fan**0.5 / layer.weight.std()
    mean, var = a.mean((0, 2, 3)), a.var((0, 2, 3)).clamp(min=1e-3)
    gain = layer.factor * var.sqrt()
    out = 1 / gain.abs().median() if layer.kind != POINTWISE else unit[1]
    conv.weight.data.copy_(layer.weight * scale)
    # The convolution now gives a * scale * unit, which norm takes back.
    k = scale * unit[0]
    norm.running_mean.copy_(mean * k)
    norm.running_var.copy_(var * k * k)
    norm.weight.data.copy_(gain * out * torch.sqrt(1 + norm.eps / (var * k * k)))
    norm.bias.data.copy_((layer.offset + layer.factor * mean) * out)
    return out


@torch.no_grad()
def restore(layers, net, strips):
    """Puts the layers into net."""
    stem = [l for l in layers if l.kind == CONV]
    depthwise = [l for l in layers if l.kind == DEPTHWISE]
    pointwise = [l for l in layers if l.kind == POINTWISE]
    # One wide picture of all strips, with ground between them.
    x = torch.cat([F.pad(ink(s), (24, 24)) for s in strips], 3) * 255
    unit = 1 / 255
    for layer, conv, norm, stride in zip(stem, net.stem, net.stem_norms, STEM_STRIDES):
        a = F.conv2d(x, layer.weight, stride=stride, padding=1)
        unit = assign(conv, norm, layer, a, (unit, None))
        x = F.relu(a * layer.factor[:, None, None] + layer.offset[:, None, None])
    x = torch.cat((x[:, :, :1], x[:, :, 1:]), 1)
    trunk = unit
    for d, p, block in zip(depthwise, pointwise, net.trunk):
        a = F.conv2d(x, d.weight, padding=(0, d.weight.shape[3] // 2), groups=x.shape[1])
        inner = assign(block.depthwise, block.norm1, d, a, (trunk, None))
        y = F.relu(a * d.factor[:, None, None] + d.offset[:, None, None])
        a = F.conv2d(y, p.weight)
        assign(block.pointwise, block.norm2, p, a, (inner, trunk))
        x = F.relu(x + a * p.factor[:, None, None] + p.offset[:, None, None])
    head = layers[-1]
    net.head.weight.data.copy_(head.weight * head.factor[:, None, None, None] / trunk)
    net.head.bias.data.copy_(head.offset)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("network", choices=NETWORKS)
    network = NETWORKS[p.parse_args().network]
    torch.manual_seed(1)
    torch.set_num_threads(1)
    layers = read(network.weights)
    classes = len(layers[-1].offset) * STEP // STRIDE
    net = Recogniser(classes, Shape(blocks=sum(l.kind == DEPTHWISE for l in layers)))
    restore(layers, net, [pixels for pixels, _ in sample(network, CALIBRATION, 17)])
    os.makedirs(os.path.dirname(network.checkpoint), exist_ok=True)
    state = net.state_dict()
    torch.save({
        "net": state, "average": state, "optimizer": None, "step": 0, "trained": 0.0, "strips": 0,
        "shape": net.shape, "alphabet": network.alphabet[:classes],
    }, network.checkpoint)


if __name__ == "__main__":
    main()
