"""Averages the weights of checkpoints that were trained on from the same one.

    python3 average.py OUT IN...

Each errs elsewhere; their average errs less than any (Wortsman et al., 2022).
"""

import sys

import torch


def main():
    out, *paths = sys.argv[1:]
    saved = [torch.load(path, map_location="cpu", weights_only=False) for path in paths]
    for name, value in saved[0]["average"].items():
        if value.dtype.is_floating_point:
            saved[0]["average"][name] = sum(s["average"][name] for s in saved) / len(saved)
    torch.save(saved[0], out)


if __name__ == "__main__":
    main()
