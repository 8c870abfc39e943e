"""The recogniser's classes and how text is folded onto them.

Class 0 is the blank of CTC (Graves et al., 2006); class i > 0 is the character
ALPHABET[i]. The order is fixed: weights that were trained with one order are
useless with another, so new characters go to the end.
"""

_LETTERS = (
    "ÄÖÜäöüß"  # German, Swedish, Finnish
    "ÀÂÆÇÉÈÊËÎÏÔŒÙÛŸàâæçéèêëîïôœùûÿ"  # French
    "ÁÍÑÓÚáíñóú"  # Spanish
    "ÌÒìò"  # Italian
    "ÃÕãõ"  # Portuguese
    "ĄĆĘŁŃŚŹŻąćęłńśźż"  # Polish
    "ČĎĚŇŘŠŤŮÝŽčďěňřšťůýž"  # Czech
    "ÅØåø"  # Danish, Norwegian
)
_SIGNS = (
    "€£¥₹¢§°²³¹µ×±½¼¾•·–’‘“”„«»¿¡ºª№®©™…†‰≤≥Ω→"
)

# ALPHABET[0] is the blank, written as an empty string.
ALPHABET = [""] + [chr(c) for c in range(32, 127)] + list(_LETTERS) + list(_SIGNS)

INDEX = {c: i for i, c in enumerate(ALPHABET) if i > 0}

# What print does not tell apart, or what orders never mean to tell apart.
# The em dash joins the en dash: only their width differs, and that with the
# font. The hyphen stays apart, since codes and minus signs are written with it.
_FOLD = {
    "\u00a0": " ", "\u2002": " ", "\u2003": " ", "\u2007": " ", "\u2009": " ", "\u202f": " ", "\t": " ",
    "\u00ad": "-", "\u2010": "-", "\u2011": "-", "\u2212": "-",
    "\u2012": "–", "\u2014": "–", "\u2015": "–",
    "\u00b4": "'", "\u2032": "'", "\u02bc": "’", "\u201b": "‘", "\u201a": ",",
    "\u2033": '"', "\u201f": "“", "\u2039": "<", "\u203a": ">",
    "\u03bc": "µ", "\u2126": "Ω", "\u2205": "Ø", "\u2300": "Ø", "\u00f7": ":", "\u2044": "/", "\u2215": "/",
    "\u2022": "•", "\u2219": "·", "\u22c5": "·", "\u25cf": "•",
    "\u1e9e": "ß", "\u0132": "IJ", "\u0133": "ij",
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl",
}


def fold(text):
    """text with each character that has a twin in the alphabet replaced by it."""
    if text.isascii():
        return text
    return "".join(_FOLD.get(c, c) for c in text)


def encode(text):
    """The classes of text, folded; characters without a class are left out."""
    return [INDEX[c] for c in fold(text) if c in INDEX]


def decode(classes):
    """The text of a sequence of classes, blanks left out; repeats are kept."""
    return "".join(ALPHABET[i] for i in classes)


assert len(set(ALPHABET)) == len(ALPHABET)
