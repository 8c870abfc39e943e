"""Strips on disk: generators write shards, a trainer keeps the newest in memory.

Rendering a strip costs as much as learning from it does on one core, so
generators run as processes of their own, and every strip is seen a few times:
as often as the trainer is faster than they are.

    python3 shards.py FOLDER SEED FOREIGN WORKERS    writes shards for ever
"""

import os
import queue
import random
import sys
import threading
import time
import zipfile

import numpy as np
import torch

import alphabet

SHARD = 512  # strips
KEPT = 60  # shards on disk of each folder, for trainers to fetch
HEIGHT = 32
_DIGITS = np.array([alphabet.INDEX[c] for c in "0123456789"])


class Strips:
    """A list of (pixels u8[32, W], classes), stored flat."""

    def __init__(self, pixels, widths, classes, lengths):
        self.pixels, self.widths = pixels, widths
        self.classes, self.lengths = classes, lengths
        self.starts = np.concatenate(([0], np.cumsum(widths.astype(np.int64) * HEIGHT)))
        self.firsts = np.concatenate(([0], np.cumsum(lengths.astype(np.int64))))

    def __len__(self):
        return len(self.widths)

    def __getitem__(self, i):
        strip = self.pixels[self.starts[i] : self.starts[i + 1]].reshape(HEIGHT, -1)
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


def generate(folder, seed, foreign, workers):
    """Writes shards for ever, in so many processes. foreign is the weight of
    lines in languages of their own letters (text.favour)."""
    import strips
    import text

    text.favour(foreign)
    strips.strip(random.Random(seed))  # loads fonts and words, once for all processes
    trainer = os.getppid()
    for i in range(workers):
        if os.fork() == 0:
            _write(folder, seed + i)
    while os.getppid() == trainer:
        time.sleep(1)
        names = sorted(n for n in os.listdir(folder) if n.endswith(".npz"))
        for name in names[:-KEPT]:
            os.remove(os.path.join(folder, name))


def _write(folder, seed):
    """Writes shards until the parent ends."""
    import strips

    rng, parent = random.Random(seed), os.getppid()
    while os.getppid() == parent:
        shard = Strips.pack(strips.strip(rng) for _ in range(SHARD))
        shard.save(os.path.join(folder, "%014.3f-%d.npz" % (time.time(), seed)))
    os._exit(0)


class Pool:
    """The newest strips of folders in one tensor, of size bytes on a device; older
    ones are overwritten. Those that are wider than longest or hold another than the
    first so many classes are left out. The strips of kept, if any, always stay."""

    def __init__(self, folders, device, size, longest, classes, kept=None):
        self.folders, self.longest, self.classes = folders, longest, classes
        self.pixels = torch.empty(size, dtype=torch.uint8, device=device)
        self.shards, self.seen, self.kept = [], 0, 0
        self.first = self.next = 0  # where shards begin, and where the next one goes
        if kept:
            self._add(kept)
            self.first, self.kept = self.next, len(self.shards[0][2])
        self._fetched = queue.Queue(64)
        threading.Thread(target=self._fetch, daemon=True).start()

    def _fetch(self):
        known = set()
        while True:
            new = []
            for folder in self.folders:
                paths = {os.path.join(folder, n) for n in os.listdir(folder) if n.endswith(".npz")}
                new += sorted(paths - known)
                known |= paths
            for path in new:
                try:
                    self._fetched.put(Strips.load(path))
                except (FileNotFoundError, zipfile.BadZipFile):
                    pass  # deleted meanwhile
            time.sleep(0.05)

    def _add(self, strips):
        size = len(strips.pixels)
        if self.next + size > len(self.pixels):
            self.next = self.first
        end = self.next + size
        self.shards = [s for s in self.shards if s[1] <= self.next or s[0] >= end]
        self.pixels[self.next : end].copy_(torch.from_numpy(strips.pixels))
        most = np.zeros(len(strips), np.int64)
        digits = np.zeros(len(strips), np.int64)
        owner = np.repeat(np.arange(len(strips)), strips.lengths)
        np.maximum.at(most, owner, strips.classes)
        np.add.at(digits, owner, np.isin(strips.classes, _DIGITS))
        # A strip: where its pixels begin, its width, where its classes begin, how
        # many they are, how much it counts.
        table = np.stack((
            strips.starts[:-1] + self.next, strips.widths, strips.firsts[:-1], strips.lengths,
            1 + (digits > 0.3 * strips.lengths),
        ), 1)
        usable = (strips.widths <= self.longest) & (most < self.classes)
        self.shards.append((self.next, end, table[usable], strips.classes))
        self.seen += int(usable.sum())
        self.next = end

    def refresh(self):
        """Takes what is new. Returns the number of strips that can be drawn."""
        changed = not hasattr(self, "table")
        while not self._fetched.empty():
            self._add(self._fetched.get())
            changed = True
        if changed and self.shards:
            self.labels = np.concatenate([s[3] for s in self.shards])
            before = np.cumsum([0] + [len(s[3]) for s in self.shards])
            self.table = np.concatenate([s[2] + (0, 0, n, 0, 0) for s, n in zip(self.shards, before)])
        return len(self.table) - self.kept if self.shards else 0

    def draw(self, rng, count, kept):
        """Rows of the table: count at random, and so many of those that stay."""
        rows = rng.integers(self.kept, len(self.table), count)
        if self.kept:
            rows = np.concatenate((rows, rng.integers(0, self.kept, kept)))
        return self.table[rows]

    def text(self, rows):
        """The classes of rows of the table, one after the other."""
        ends = np.cumsum(rows[:, 3])
        at = np.arange(ends[-1] if len(ends) else 0) + np.repeat(rows[:, 2] - ends + rows[:, 3], rows[:, 3])
        return self.labels[at]


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
    generate(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]))
