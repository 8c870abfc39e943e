"""The words of orders in languages of their own letters: see languages/.

A file languages/CODE.txt has sections: [labels], [goods], [places],
[companies] and [months], whose entries are parted by bars; in places and
companies # stands for a digit, {n} for a number and {W} for a word.
"""

import os
import re
from functools import lru_cache

import alphabet

_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "languages")

# The code of a language, its word list (Debian's hunspell-*), and how often a
# line in one of these languages is in this one.
LANGUAGES = {
    "bg": ("bg_BG", 4), "uk": ("uk_UA", 4), "sr": ("sr_RS", 4), "ru": ("ru_RU", 2), "el": ("el_GR", 6),
    "hu": ("hu_HU", 2), "ro": ("ro_RO", 2), "tr": ("tr_TR", 2), "hr": ("hr_HR", 0.6), "sk": ("sk_SK", 0.7),
    "lt": ("lt_LT", 0.6), "lv": ("lv_LV", 0.6), "is": ("is_IS", 0.4),
}
_WORDS = 20000  # of a list, evenly from its beginning to its end


@lru_cache(maxsize=None)
def words(code):
    """Words of a language; none where its list is not installed."""
    base = "/usr/share/hunspell/" + LANGUAGES[code][0]
    if not os.path.exists(base + ".dic"):
        return []
    with open(base + ".aff", "rb") as f:
        encoding = re.search(rb"^SET\s+(\S+)", f.read(), re.M).group(1).decode().replace("ISO8859", "iso-8859")
    with open(base + ".dic", "rb") as f:
        lines = f.read().decode(encoding, "replace").splitlines()[1:]
    found = [re.split(r"[/\s]", w, 1)[0] for w in lines[:: max(1, len(lines) // _WORDS)]]
    return [w for w in found if 1 < len(w) <= 18 and alphabet.PRINTED.issuperset(w) and not w[0].isdigit()]


@lru_cache(maxsize=None)
def section(code, name):
    """The entries of a section; none where the language has no file."""
    path = os.path.join(_FOLDER, code + ".txt")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as f:
        parts = re.split(r"^\[(\w+)\]\n", f.read(), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))[name].strip().replace("\n", "|").split("|")


def upper(code, text):
    """text in capitals; Greek ones bear no accents."""
    if code == "tr":
        return text.replace("i", "İ").upper()
    if code == "el":
        return text.upper().translate(str.maketrans("ΆΈΉΊΌΎΏ", "ΑΕΗΙΟΥΩ"))
    return text.upper()
