"""Strips on disk: a generator writes shards, the trainer keeps the newest in memory.

Rendering a strip costs as much as learning from it, so generators run as
processes of their own, and every strip is seen a few times: as often as the
trainer is faster than they are.
"""

import os
import random
import sys
import time

import numpy as np

import alphabet

SHARD = 512  # strips
KEPT = 160  # shards in memory and on disk: about 82,000 strips


class Strips:
    """A list of (pixels u8[32, W], text), stored flat."""

    def __init__(self, pixels, widths, classes, lengths):
        self.pixels, self.widths = pixels, widths
        self.classes, self.lengths = classes, lengths
        self.starts = np.concatenate(([0], np.cumsum(widths.astype(np.int64) * 32)))
        self.firsts = np.concatenate(([0], np.cumsum(lengths.astype(np.int64))))

    def __len__(self):
        return len(self.widths)

    def __getitem__(self, i):
        strip = self.pixels[self.starts[i] : self.starts[i + 1]].reshape(32, -1)
        return strip, self.classes[self.firsts[i] : self.firsts[i + 1]]

    @classmethod
    def pack(cls, pairs):
        """Of (pixels, text) pairs; text that could not be told apart in the
        strip's width is left out, since no prediction could give it."""
        rows, widths, classes, lengths = [], [], [], []
        for pixels, text in pairs:
            label = alphabet.encode(text)
            repeats = sum(a == b for a, b in zip(label, label[1:]))
            if (text and not label) or len(label) + repeats > pixels.shape[1] // 2:
                continue
            rows.append(np.ascontiguousarray(pixels, np.uint8).reshape(-1))
            widths.append(pixels.shape[1])
            classes += label
            lengths.append(len(label))
        return cls(np.concatenate(rows), np.array(widths, np.int32), np.array(classes, np.int16), np.array(lengths, np.int32))

    def save(self, path):
        with open(path + ".part", "wb") as f:
            np.savez(f, pixels=self.pixels, widths=self.widths, classes=self.classes, lengths=self.lengths)
        os.replace(path + ".part", path)

    @classmethod
    def load(cls, path):
        with np.load(path) as f:
            return cls(f["pixels"], f["widths"], f["classes"], f["lengths"])


def generate(folder, seed, foreign):
    """Writes shards for ever. Each process needs a seed of its own. foreign is the
    weight of lines in languages of their own letters (text.favour)."""
    import strips
    import text

    text.favour(foreign)

    rng = random.Random(seed)
    parent, count = os.getppid(), 0
    while os.getppid() == parent:
        shard = Strips.pack(strips.strip(rng) for _ in range(SHARD))
        shard.save(os.path.join(folder, "%014.3f-%d.npz" % (time.time(), seed)))
        count += 1


class Pool:
    """The newest shards of a folder, in memory; older ones are deleted."""

    def __init__(self, folder):
        self.folder, self.shards, self.seen = folder, {}, 0

    def refresh(self):
        """Loads what is new. Returns the number of strips in memory."""
        names = sorted(n for n in os.listdir(self.folder) if n.endswith(".npz"))
        for name in names[:-KEPT]:
            self.shards.pop(name, None)
            os.remove(os.path.join(self.folder, name))
        for name in names[-KEPT:]:
            if name not in self.shards:
                self.shards[name] = Strips.load(os.path.join(self.folder, name))
                self.seen += len(self.shards[name])
        return sum(len(s) for s in self.shards.values())

    def draw(self, rng, count):
        """count strips at random, of all shards alike."""
        shards = list(self.shards.values())
        return [s[rng.randrange(len(s))] for s in rng.choices(shards, k=count)]


def labelled(folder, groups):
    """Strips that others wrote, of the named groups: PNG files of 32 rows and
    index.tsv, whose lines are a file's name, its group and its text."""
    import cv2

    pairs = []
    with open(os.path.join(folder, "index.tsv"), encoding="utf-8") as f:
        for line in f:
            name, group, text = line.rstrip("\n").split("\t")
            if group in groups and alphabet.PRINTED.issuperset(alphabet.fold(text)):
                pairs.append((cv2.imread(os.path.join(folder, name), cv2.IMREAD_GRAYSCALE), text))
    return Strips.pack(pairs)


if __name__ == "__main__":
    generate(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
