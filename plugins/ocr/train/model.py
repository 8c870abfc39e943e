"""The recogniser's network: a strip of text in, two predictions per four columns out.

A strip is 32 pixels high. Four 3x3 convolutions bring it down to two rows at a
quarter of its width; the rows become channels, and one-dimensional separable
residual blocks look about 100 pixels to either side. The last layer predicts
twice per step, that is once per two columns, so that narrow letters side by
side ("ill") keep a blank between them, as connectionist temporal
classification demands (Graves et al., 2006).

Every layer is one that 16-bit integer arithmetic does well: see export.py.
With the default shape a column of a strip costs about 142 thousand
multiplications, and the network has 440 thousand weights.
"""

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F

HEIGHT = 32  # of a strip, pixels
STEP = 2  # columns of a strip per prediction
STRIDE = 4  # columns of a strip per step of the trunk
BLANK = 0  # the class of "no character here"; class i is ALPHABET[i]


@dataclass(frozen=True)
class Shape:
    """What the exported file's layer table says, before the weights."""

    stem: tuple = (16, 24, 48, 96)  # channels after each 3x3 convolution
    blocks: int = 8  # separable residual blocks in the trunk
    kernel: int = 7  # of their depthwise convolutions, trunk steps


# Strides of the stem's convolutions: rows, columns. 32 rows become 2.
STEM_STRIDES = ((2, 2), (2, 1), (2, 2), (2, 1))


class Block(nn.Module):
    """y = relu(x + norm(pointwise(relu(norm(depthwise(x))))))"""

    def __init__(self, width, kernel):
        super().__init__()
        self.depthwise = nn.Conv2d(
            width, width, (1, kernel), padding=(0, kernel // 2), groups=width, bias=False
        )
        self.norm1 = nn.BatchNorm2d(width)
        self.pointwise = nn.Conv2d(width, width, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(width)

    def forward(self, x):
        y = F.relu(self.norm1(self.depthwise(x)))
        return F.relu(x + self.norm2(self.pointwise(y)))


class Recogniser(nn.Module):
    """Ink [batch, 1, 32, width] in [0, 1] to logits [batch, width/2, classes].

    width is a multiple of 4. Ink is 1 and ground 0, so that the zeros beyond
    an edge are ground.
    """

    def __init__(self, classes, shape=Shape()):
        super().__init__()
        self.shape, self.classes = shape, classes
        convs, norms, channels = [], [], 1
        for out, stride in zip(shape.stem, STEM_STRIDES):
            convs.append(nn.Conv2d(channels, out, 3, stride, padding=1, bias=False))
            norms.append(nn.BatchNorm2d(out))
            channels = out
        self.stem, self.stem_norms = nn.ModuleList(convs), nn.ModuleList(norms)
        width = 2 * channels
        self.trunk = nn.ModuleList(Block(width, shape.kernel) for _ in range(shape.blocks))
        self.head = nn.Conv2d(width, STRIDE // STEP * classes, 1)

    def forward(self, ink):
        x = ink
        for conv, norm in zip(self.stem, self.stem_norms):
            x = F.relu(norm(conv(x)))
        # The upper row's channels come first, then the lower row's.
        x = torch.cat((x[:, :, :1], x[:, :, 1:]), 1)
        for block in self.trunk:
            x = block(x)
        logits = self.head(x)[:, :, 0].permute(0, 2, 1).float()  # batch, step, 2*classes
        return logits.reshape(logits.shape[0], -1, self.classes)


def grow(state, net):
    """The state of net with everything that state holds, of one with fewer blocks
    or without the last classes.

    The added blocks add nothing at first, and the added classes score what the
    others do on average, so that net predicts what the smaller one did.
    """
    grown = {k: v.clone() for k, v in net.state_dict().items()}
    for k, v in grown.items():
        if k in state and k.startswith("head."):
            each = STRIDE // STEP
            old = state[k].reshape(each, -1, *v.shape[1:])
            new = v.view(each, -1, *v.shape[1:])
            new[:, : old.shape[1]] = old
            new[:, old.shape[1] :] = old.mean(1, keepdim=True)
        elif k in state:
            v.copy_(state[k])
        elif k.endswith("norm2.weight"):
            v.zero_()
    return grown


def multiplications(classes, shape=Shape()):
    """Multiplications per column of a strip."""
    total, channels, rows, columns = 0.0, 1, HEIGHT, 1.0
    for out, (down, across) in zip(shape.stem, STEM_STRIDES):
        rows, columns = rows // down, columns / across
        total += 9 * channels * out * rows * columns
        channels = out
    width = 2 * channels
    total += shape.blocks * width * (width + shape.kernel) * columns
    return total + width * STRIDE // STEP * classes * columns
