"""The recogniser's classes and how text is folded onto them.

Class 0 is the blank of CTC (Graves et al., 2006); class i > 0 is the character
ALPHABET[i]. The order is fixed: weights that were trained with one order are
useless with another, so new characters go to the end.

A class is a shape, not a letter: letters of Latin, Cyrillic and Greek that
print does not tell apart (A, А, Α) have one class, named by the first script
that has the shape. What a word is written in is decided after it was read, by
all its letters together (script.go of package plugins).
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

# What the first network (networks.py) does not know.
_LATER = (
    "ŐőŰű"  # Hungarian
    "ĂăȘșȚț"  # Romanian; Ș and ș are read as Ş and ş
    "ĞğİıŞş"  # Turkish
    "Đđ"  # Croatian, Serbian in Latin letters
    "ĹĺĽľŔŕ"  # Slovak
    "ĖėĮįŲųŪū"  # Lithuanian
    "ĀāĒēĢģĪīĶķĻļŅņ"  # Latvian
    "ÞþðĊċĠġĦħ"  # Icelandic, Maltese
    "БГДЖЗИЙЛПУФЦЧШЩЪЫЬЭЮЯЄҐЂЉЊЋЏ"  # Cyrillic: Bulgarian, Russian, Ukrainian, Serbian
    "бвгджзийклмнптфцчшщъыьэюяєґђљњћџ"
    "ΔΘΛΞΣΨΆΈΉΊΌΎΏ"  # Greek
    "αβγδεζηθιλξπρσςτυφχψωάέήίύώΐΰϋ"
)

# ALPHABET[0] is the blank, written as an empty string.
_FIRST = [""] + [chr(c) for c in range(32, 127)] + list(_LETTERS) + list(_SIGNS)
ALPHABET = _FIRST + list(_LATER)
FIRST = len(_FIRST)  # classes of the first network, the blank included

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
    "\u2126": "Ω", "\u2205": "Ø", "\u2300": "Ø", "\u00f7": ":", "\u2044": "/", "\u2215": "/",
    "\u2022": "•", "\u2219": "·", "\u22c5": "·", "\u25cf": "•",
    "\u1e9e": "ß", "\u0132": "IJ", "\u0133": "ij", "Ţ": "Ț", "ţ": "ț", "Ð": "Đ",
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl",
}

# Letters of Cyrillic and of Greek with the shape of another script's.
_CYRILLIC = dict(zip("АВЕКМНОРСТХІЈЁЇаеорсухіјёї", "ABEKMHOPCTXIJËÏaeopcyxijëï"))
_GREEK = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧΪΫΓΠΦοόνϊκμ", "ABEZHIKMNOPTYXÏŸГПФoóvïкµ"))
_ROMANIAN = {"Ș": "Ş", "ș": "ş"}
TWINS = _CYRILLIC | _GREEK | _ROMANIAN

PRINTED = frozenset(INDEX) | frozenset(TWINS)  # the characters that are printed and read


def fold(text):
    """text with each character that orders do not tell from another replaced by it."""
    if text.isascii():
        return text
    return "".join(_FOLD.get(c, c) for c in text)


def shapes(text):
    """text, folded, as the names of its classes: "Марка" becomes "Mapкa"."""
    if text.isascii():
        return text
    return "".join(TWINS.get(c, c) for c in fold(text))


def encode(text):
    """The classes of text, folded; characters without a class are left out."""
    return [INDEX[c] for c in shapes(text) if c in INDEX]


def decode(classes):
    """The text of a sequence of classes, blanks left out; repeats are kept."""
    return "".join(ALPHABET[i] for i in classes)


assert len(set(ALPHABET)) == len(ALPHABET)
assert all(shape in INDEX and shape not in TWINS for shape in TWINS.values())
