"""Measures a checkpoint on strips that it was not trained with.

    python3 evaluate.py NETWORK [--strips 400] [--integer] [--worst 40] [--languages]

For each kind of damage: the share of characters wrong (edit distance per
character printed), of lines read exactly, of words read exactly, of figures and codes
(words with a digit) read exactly, and of letters beyond ASCII read. Predictions are taken one by
one, without the guest's beam search. The strips are the same
each time as long as the generator is. With --real FILE, a shard in the form of
strips.write, those strips are measured instead; with --labelled FOLDER those of
shards.labelled, of the group named by --group. With --languages lines in one
language after the other are measured, in all kinds of damage.

Letters that look alike in several scripts count as one: which they are is
decided after reading (script.go of package plugins).
"""

import argparse
import collections
import difflib
import random

import torch

import alphabet
import shards
from export import Integers, greedy, ink, load, sample
from networks import NETWORKS

KINDS = ("clean", "screen", "scan", "fax", "photo")


def distance(a, b):
    """The edit distance of two texts (Levenshtein, 1966)."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(last + (x != y), row[j] + 1, row[j - 1] + 1)
    return row[-1]


def exact(printed, read, wanted):
    """How many of the words printed that are wanted were read, and how many there are."""
    left = collections.Counter(read.split())
    got = total = 0
    for word in printed.split():
        if wanted(word):
            total += 1
            if left[word]:
                left[word] -= 1
                got += 1
    return got, total


def numeric(word):
    return any(c.isdigit() for c in word)


def letters(text):
    """How many letters beyond ASCII a text has."""
    return sum(c.isalpha() and not c.isascii() for c in text)


class Score:
    """Counts over strips."""

    def __init__(self):
        self.counts = collections.Counter()
        self.confused = collections.Counter()

    def add(self, printed, read):
        c = self.counts
        c["lines"] += 1
        c["exact"] += printed == read
        c["characters"] += len(printed)
        c["wrong"] += distance(printed, read)
        for name, wanted in (("words", lambda word: True), ("figures", numeric)):
            got, total = exact(printed, read, wanted)
            c[name + " read"] += got
            c[name] += total
        c["letters"] += letters(printed)
        if printed == read:
            c["letters read"] += letters(printed)
        else:
            for op, a, b, x, y in difflib.SequenceMatcher(None, printed, read, False).get_opcodes():
                if op == "equal":
                    c["letters read"] += letters(printed[a:b])
                elif b - a < 3 and y - x < 3:
                    self.confused[printed[a:b], read[x:y]] += 1

    def __str__(self):
        c = self.counts
        share = lambda a, b: 100.0 * c[a] / max(1, c[b])
        return "%6.2f %% of characters wrong, exact: %6.2f %% of lines, %6.2f %% of words, %6.2f %% of figures and codes, %6.2f %% of %d letters beyond ASCII" % (
            share("wrong", "characters"), share("exact", "lines"), share("words read", "words"), share("figures read", "figures"),
            share("letters read", "letters"), c["letters"],
        )


# Languages by the code of their word list; Nordic stands for four of them.
LANGUAGES = {
    "Polish": "pl", "Czech": "cs", "Hungarian": "hu", "Romanian": "ro", "Turkish": "tr", "Nordic": "nordic",
    "Bulgarian": "bg", "Ukrainian": "uk", "Serbian": "sr", "Greek": "el",
}


def spoken(name, count):
    """count strips with lines in a language."""
    import strips
    import text

    rng, pairs = random.Random("spoken/" + name), []
    line = text.line
    try:
        text.line = lambda rng: text.spoken(rng, LANGUAGES[name])
        while len(pairs) < count:
            pixels, label = strips.strip(rng)
            if label and pixels.shape[1] <= 4000:
                pairs.append((pixels, label))
    finally:
        text.line = line
    return pairs


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("network", choices=NETWORKS)
    p.add_argument("--strips", type=int, default=400, help="of each kind")
    p.add_argument("--integer", action="store_true", help="measure the exported arithmetic, slowly")
    p.add_argument("--worst", type=int, default=0, help="print so many wrong readings of each kind, and what is confused most")
    p.add_argument("--languages", action="store_true", help="measure one language after the other")
    p.add_argument("--labelled", help="a folder of labelled strips to measure instead")
    p.add_argument("--group", default="4", help="of the labelled strips")
    p.add_argument("--real", help="a shard of strips to measure instead")
    args = p.parse_args()
    network = NETWORKS[args.network]
    torch.set_num_threads(1)
    net = load(network.checkpoint)
    read = net
    if args.integer:
        read = Integers(net, [pixels for pixels, _ in sample(network, 400, 17)])
    if args.real:
        import strips

        sets = {"real": strips.read(args.real)}
    elif args.labelled:
        group = shards.labelled(args.labelled, [args.group])
        sets = {args.group: [(pixels, alphabet.decode(classes)) for pixels, classes in group]}
    elif args.languages:
        sets = {name: spoken(name, args.strips) for name in LANGUAGES}
    else:
        sets = {kind: sample(network, args.strips, 99, kind) for kind in KINDS}
    whole = Score()
    with torch.no_grad():
        for kind, pairs in sets.items():
            score, wrong = Score(), []
            for pixels, text in pairs:
                got = greedy(read(pixels) if args.integer else net(ink(pixels))[0]).strip()
                text = " ".join(alphabet.shapes(text).split())
                score.add(text, " ".join(got.split()))
                whole.add(text, " ".join(got.split()))
                if text != got:
                    wrong.append((text, got))
            print("%-7s %s" % (kind, score), flush=True)
            for text, got in wrong[: args.worst]:
                print("    %r\n    %r" % (text, got))
    print("%-7s %s" % ("all", whole))
    if args.worst:
        for (a, b), n in whole.confused.most_common(60):
            print("    %4d  %r read as %r" % (n, a, b))


if __name__ == "__main__":
    main()
