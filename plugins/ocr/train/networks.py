"""The networks that are trained: where their files lie, and what differs.

"latin" reads every strip. "scripts" reads those that it doubts: in Cyrillic,
Greek or the letters of more Latin alphabets, or damaged. As it is asked rarely,
it may be slower, and so is deeper.
"""

import os
from dataclasses import dataclass

import alphabet
from model import Recogniser, Shape

HERE = os.path.dirname(os.path.abspath(__file__))


@dataclass(frozen=True)
class Network:
    name: str
    alphabet: tuple  # of its classes; the blank first
    shape: Shape
    foreign: float  # weight of lines in languages.LANGUAGES; all others have 144
    learns: tuple  # the networks from whose lines it learns

    @property
    def weights(self):
        return os.path.join(HERE, "..", self.name + ".bin")

    @property
    def checkpoint(self):
        return os.path.join(HERE, "checkpoints", self.name + ".pt")

    @property
    def strips(self):
        return os.path.join(HERE, "..", "..", "testdata", self.name + ".strips")

    def new(self):
        return Recogniser(len(self.alphabet), self.shape)


NETWORKS = {
    n.name: n
    for n in (
        Network("latin", tuple(alphabet.ALPHABET[: alphabet.FIRST]), Shape(), 0, ("latin",)),
        Network("scripts", tuple(alphabet.ALPHABET), Shape(blocks=12), 220, ("latin", "scripts")),
    )
}
