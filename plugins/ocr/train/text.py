"""Random lines of text as they stand in purchase orders and invoices."""

import os
import re
from functools import lru_cache

import alphabet
import languages
from vocabulary import (
    ACCOUNTS, BANKS, COUNTRIES, CURRENCIES, DAYS, DOMAINS, GOODS, LABELS, LEGAL_FORMS, MAIL, MONTHS, NAMES,
    NUMBERED, PHONES, PHONES_BEFORE, PLACES, QUALITIES, SENTENCES, SHORT_MONTHS, SIZES, STREETS,
    STREETS_BEFORE, STREETS_JOINED, TAX_BEFORE, TAX_NUMBERS, TOKENS, TRADES, UNITS,
)

# Word lists of Debian's packages; the second number is how often each is used.
_DICTS = [
    ("/usr/share/dict/american-english", 5), ("/usr/share/dict/british-english", 2),
    ("/usr/share/dict/ngerman", 5), ("/usr/share/dict/french", 4), ("/usr/share/dict/spanish", 4),
    ("/usr/share/dict/italian", 3), ("/usr/share/dict/portuguese", 3), ("/usr/share/dict/dutch", 3),
    ("/usr/share/dict/polish", 2.5), ("/usr/share/hunspell/cs_CZ.dic", 2.5), ("/usr/share/dict/swedish", 2),
    ("/usr/share/dict/danish", 2), ("/usr/share/dict/bokmaal", 2),
]
_PER_DICT = 30000


def _read(path):
    """About _PER_DICT words of a list, evenly from its beginning to its end."""
    step = max(1, os.path.getsize(path) // (_PER_DICT * 14))
    with open(path, "rb") as f:
        lines = [w for i, w in enumerate(f) if i % step == 0]
    for encoding in ("utf-8", "iso-8859-1"):
        try:
            words = [w.decode(encoding) for w in lines]
        except UnicodeDecodeError:
            continue
        break
    words = [alphabet.fold(w.split("/")[0].strip()) for w in words]
    return [w for w in words if 1 < len(w) <= 18 and all(c in alphabet.INDEX for c in w)
            and not w[0].isdigit() and not w.endswith("'s")]


@lru_cache(maxsize=1)
def _dicts():
    found = [(_read(p), w) for p, w in _DICTS if os.path.exists(p)]
    if not found:
        raise SystemExit("no word lists: apt-get install $(python3 fonts.py)")
    return [d for d, _ in found], [w for _, w in found]


_DIGITS = "0123456789"
_UP = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LOW = "abcdefghijklmnopqrstuvwxyz"


def digits(rng, n):
    return "".join(rng.choices(_DIGITS, k=n))


def letters(rng, n):
    return "".join(rng.choices(_UP, k=n))


def word(rng):
    lists, weights = _dicts()
    return rng.choice(rng.choices(lists, weights)[0])


_HOLE = re.compile(r"[#?]|\{[^}]+\}")


def fill(rng, shape):
    """A shape of vocabulary.py with its holes filled."""
    point, times = rng.choice(".,"), rng.choice(("x", "x", " x ", "×", "X", " × "))

    def put(match):
        hole = match.group()
        if hole == "#":
            return rng.choice(_DIGITS)
        if hole == "?":
            return rng.choice(_UP)
        if hole == "{n}":
            return str(rng.randint(1, rng.choice((9, 99, 999))))
        if hole == "{.}":
            return point
        if hole == "{x}":
            return times
        if hole == "{w}":
            return word(rng)
        if hole == "{W}":
            return word(rng).capitalize()
        plain = "".join(c for c in word(rng).lower() if c in _LOW) or "mail"
        if hole == "{host}":
            return plain + rng.choice(("", "", "-group", "-gmbh", "24")) + rng.choice(DOMAINS)
        return plain + rng.choice(("", "." + rng.choice(_LOW), "_" + digits(rng, 2), ".office"))

    return _HOLE.sub(put, shape)


def amount(rng):
    """A number with the separators of some locale."""
    n = rng.choices((1, 2, 3, 4, 5, 6, 7), (3, 6, 7, 6, 4, 2, 1))[0]
    whole = digits(rng, n)
    whole = whole.lstrip("0") or "0"
    style = rng.random()
    if style < 0.40:
        sep, point = ",", "."
    elif style < 0.75:
        sep, point = ".", ","
    elif style < 0.85:
        sep, point = " ", ","
    elif style < 0.90:
        sep, point = rng.choice("'’"), "."
    else:
        sep, point = "", rng.choice(".,")
    if rng.random() < 0.25:
        sep = ""
    if sep == "," and len(whole) > 5 and rng.random() < 0.4:
        head, tail = whole[:-3], whole[-3:]  # lakh and crore
        parts = []
        while len(head) > 2:
            parts.insert(0, head[-2:])
            head = head[:-2]
        whole = ",".join([head] + parts + [tail])
    elif sep and len(whole) > 3:
        parts = []
        while len(whole) > 3:
            parts.insert(0, whole[-3:])
            whole = whole[:-3]
        whole = sep.join([whole] + parts)
    d = rng.choices((0, 1, 2, 3, 4, 5), (3, 0.6, 14, 1.4, 1, 0.2))[0]
    return whole + (point + digits(rng, d) if d else "")


def price(rng):
    a, c, r = amount(rng), rng.choice(CURRENCIES), rng.random()
    if r < 0.45:
        s = a
    elif r < 0.6:
        s = a + " " + c
    elif r < 0.72:
        s = c + " " + a
    elif r < 0.88:
        s = (c if len(c) < 3 else "$") + a
    else:
        s = a + c if len(c) < 3 else a + " " + c
    r = rng.random()
    if r < 0.03:
        s = "-" + s
    elif r < 0.05:
        s = s + "-"
    elif r < 0.065:
        s = "(" + s + ")"
    elif r < 0.075:
        s = s + rng.choice((" CR", " DR", " *", "*", " H", " S", " A"))
    elif r < 0.085:
        s += rng.choice((",-", ",--", ".-", ".--", "/-", ",–"))
    return s


def percent(rng):
    shape = rng.choice(("#", "##", "##", "#{.}#", "##{.}##", "##{.}00", "#{.}00", "100", "19", "20", "21", "7", "8.25", "50"))
    n = fill(rng, shape)
    return rng.choice(("", "", "", "", "-", "+", "@ ", "@")) + n + rng.choice(("%", "%", " %"))


def date(rng):
    d, m, y = rng.randint(1, 31), rng.randint(1, 12), rng.choice((rng.randint(2015, 2032), rng.randint(1990, 2049)))
    r = rng.random()
    if r < 0.28:
        s = rng.choice("//.-")
        a, b = (d, m) if rng.random() < 0.6 else (m, d)
        y2 = "%02d" % (y % 100) if rng.random() < 0.25 else str(y)
        return ("%d" + s + "%d" + s + "%s" if rng.random() < 0.25 else "%02d" + s + "%02d" + s + "%s") % (a, b, y2)
    if r < 0.46:
        return "%02d.%02d.%04d" % (d, m, y)
    if r < 0.62:
        return "%04d-%02d-%02d" % (y, m, d)
    if r < 0.70:
        return "%d%s %s %d" % (d, rng.choice(("", "", ".", " de", "th")), rng.choice(MONTHS), y)
    if r < 0.78:
        return "%s %d, %d" % (rng.choice(MONTHS[:12] + SHORT_MONTHS[:13]), d, y)
    if r < 0.90:
        m = rng.choice(SHORT_MONTHS)
        m = rng.choice((m, m, m.upper()))
        s = rng.choice("-- ./")
        return "%02d%s%s%s%s" % (d, s, m, s, y if rng.random() < 0.7 else "%02d" % (y % 100))
    if r < 0.94:
        return "%s, %02d.%02d.%d" % (rng.choice(DAYS), d, m, y)
    if r < 0.97:
        return "%s %d/%d" % (rng.choice(("KW", "CW", "Wk", "W", "Week", "S", "sem.", "uke", "v.")), rng.randint(1, 53), y)
    s = "%02d/%02d/%04d %02d:%02d" % (d, m, y, rng.randint(0, 23), rng.randint(0, 59))
    return s + rng.choice(("", ":%02d" % rng.randint(0, 59), " AM", " PM"))


# Characters taken for each other.
_TWINS = "O0QD I1l 17 S5 56 B83 Z27 G6C UV VY EF MNH gq9 rnm ce tf KX 4A".split()
_AMBIG = "000O11IS5S5B8B8Z2Z2G6G6QDUV7"  # zero and one more often than O and I, as codes have them


def _chunk(rng):
    n, r = rng.randint(1, 7), rng.random()
    if r < 0.52:
        return digits(rng, n)
    if r < 0.70:
        return letters(rng, min(n, 4))
    if r < 0.86:
        return "".join(rng.choices(_UP + _DIGITS * 3, k=n))
    if r < 0.94:
        return "".join(rng.choices(_AMBIG, k=n))
    if r < 0.97:
        return "".join(rng.choices(_LOW + _DIGITS, k=n))
    return "".join(rng.choices(rng.choice(_TWINS), k=n))


def code(rng):
    """An article, order or drawing number of any shape."""
    r = rng.random()
    if r < 0.22:
        return digits(rng, rng.randint(3, 13))
    if r < 0.27:
        return digits(rng, rng.choice((8, 12, 13, 13, 14)))
    if r < 0.62:
        s = _chunk(rng)
        sep = rng.choices(("-", "/", ".", "", " ", "_", ":"), (10, 2, 3, 6, 1, 0.6, 0.2))[0]
        for _ in range(rng.choices((1, 2, 3, 4), (8, 6, 2, 0.6))[0]):
            s += sep + _chunk(rng)
            if rng.random() < 0.15:
                sep = rng.choice("-/. ")
        return s[:24]
    if r < 0.72:
        end = fill(rng, rng.choice(("", "", "", "", "-##", "/##", "?")))
        return rng.choice(NUMBERED) + digits(rng, rng.randint(3, 8)) + end
    if r < 0.82:
        return letters(rng, rng.randint(1, 4)) + digits(rng, rng.randint(1, 6)) + letters(rng, rng.choice((0, 0, 1, 2, 3)))
    if r < 0.90:
        return "".join(rng.choices(_AMBIG + _UP + _DIGITS, k=rng.randint(4, 12)))
    if r < 0.97:
        return fill(rng, rng.choice(("###.###", "###.###.###", "###.###-##", "### ### ###", "##.##.###")))
    return "".join(rng.choices(_UP + _LOW + _DIGITS, k=rng.randint(3, 10)))


def quantity(rng):
    n = rng.choices((digits(rng, 1), digits(rng, 2), digits(rng, 3), amount(rng)), (5, 5, 3, 4))[0]
    r = rng.random()
    if r < 0.4:
        return n
    return n + rng.choice((" ", " ", " ", "")) + rng.choice(UNITS)


def label(rng):
    s = rng.choice(LABELS)
    r = rng.random()
    if r < 0.2:
        s = s.upper()
    elif r < 0.35 and not s.endswith((":", ".")):
        s += ":"
    return s


# What stands between words, and how often.
_JOINTS = (" ", ", ", " - ", "/", "-", " & ", "; ", ": ", ". ", " ("), (30, 4, 1, 1, 1, 0.7, 0.4, 0.6, 1, 0.5)


def words(rng):
    n = rng.randint(1, 7)
    lists, weights = _dicts()
    pool = rng.choices(lists, weights)[0]
    r = rng.random()
    out = rng.choices(pool, k=n)
    if r < 0.25:
        out = [w.capitalize() for w in out]
    elif r < 0.42:
        out = [w.upper() for w in out]
    elif r < 0.6:
        out[0] = out[0].capitalize()
    s = out[0]
    for w in out[1:]:
        s += rng.choices(*_JOINTS)[0] + w
    if s.count("(") > 0 and rng.random() < 0.9:
        s += ")"
    return s + rng.choices(("", ".", ",", ":", ";", "!", "?"), (20, 2, 1.5, 1.5, 0.3, 0.1, 0.1))[0]


_ANY = list(alphabet.INDEX)
_RARE = [c for c in _ANY if not c.isascii() and ord(c) < 0x370 or ord(c) > 0x500]
_LATIN = _RARE + [c for c in _ANY if c.isascii()]
_CYRILLIC = [c for c in sorted(alphabet.PRINTED) if 0x400 <= ord(c) < 0x500]
_GREEK = [c for c in sorted(alphabet.PRINTED) if 0x370 <= ord(c) < 0x400]
_PUNCT = [c for c in _ANY if c.isascii() and not c.isalnum() and c != " "]


def noise(rng):
    """Random characters, so that each class is seen often enough and no
    language model is learned that would overrule what is printed."""
    n, r = rng.randint(1, 10), rng.random()
    if r < 0.12:
        return "".join(rng.choices(rng.choice((_CYRILLIC, _GREEK, _RARE)), k=n))
    if r < 0.35:
        return "".join(rng.choices(_UP + _LOW, k=n))
    if r < 0.6:
        pool = _RARE
    elif r < 0.8:
        pool = _PUNCT
    else:
        pool = _LATIN
    s = rng.choices(_UP + _LOW + _DIGITS, k=n)
    for i in range(n):
        if rng.random() < 0.4:
            s[i] = rng.choice(pool)
    return "".join(s)


def company(rng):
    a = rng.choice(NAMES) if rng.random() < 0.5 else word(rng).capitalize()
    s = a + rng.choice((" ", " ", " & ", "-")) + rng.choice(TRADES)
    if rng.random() < 0.8:
        s += rng.choice((" ", " ", " ", ", ")) + rng.choice(LEGAL_FORMS)
    return s.upper() if rng.random() < 0.15 else s


def address(rng):
    """A line of a postal address."""
    r, w = rng.random(), word(rng).capitalize()
    n = fill(rng, rng.choice(("{n}", "{n}", "{n}", "{n}", "{n}a", "{n}b", "{n}-{n}", "{n}/#", "{n} B")))
    if r < 0.2:
        n = rng.choice((n, digits(rng, 4).lstrip("0")))
        end = fill(rng, rng.choice(("", "", "", ", Suite ###", ", Unit ##", " NW", " #{n}")))
        return n + " " + w + " " + rng.choice(STREETS) + end
    if r < 0.38:
        return w + rng.choice(STREETS_JOINED) + " " + n
    if r < 0.56:
        x = rng.choice(STREETS_BEFORE) + " " + w
        return rng.choice((n + " " + x, x + ", " + n, x + " " + n, x + ", nº " + n))
    return fill(rng, rng.choice(PLACES))


def contact(rng):
    """How to reach or to pay someone."""
    r = rng.random()
    if r < 0.25:
        return fill(rng, rng.choice(MAIL))
    if r < 0.55:
        return rng.choice(PHONES_BEFORE) + fill(rng, rng.choice(PHONES))
    if r < 0.75:
        return rng.choice(TAX_BEFORE) + fill(rng, rng.choice(TAX_NUMBERS))
    if r < 0.9:
        s = fill(rng, rng.choice(ACCOUNTS))
        if rng.random() < 0.7:
            s = " ".join(s[i:i + 4] for i in range(0, len(s), 4))
        return rng.choice(("", "IBAN ", "IBAN: ")) + s
    return rng.choice(("", "BIC ", "BIC: ", "SWIFT: ")) + fill(rng, rng.choice(BANKS))


def item(rng):
    s = rng.choice(GOODS) if rng.random() < 0.75 else word(rng).capitalize()
    for _ in range(rng.choices((0, 1, 2, 3, 4), (1, 5, 5, 3, 1))[0]):
        r = rng.random()
        s += rng.choices((" ", ", ", " - ", "; ", " – ", ","), (10, 7, 0.7, 0.3, 0.3, 0.3))[0]
        if r < 0.55:
            s += fill(rng, rng.choice(SIZES))
        elif r < 0.8:
            s += rng.choice(QUALITIES)
        else:
            s += word(rng) if r < 0.92 else code(rng)
    r = rng.random()
    return s.upper() if r < 0.2 else s


def short(rng):
    r = rng.random()
    if r < 0.45:
        return rng.choice(TOKENS)
    if r < 0.6:
        return rng.choice(UNITS)
    if r < 0.8:
        return digits(rng, rng.randint(1, 3))
    if r < 0.9:
        return rng.choice(_DIGITS) + rng.choice(".,") + digits(rng, rng.randint(1, 3))
    return rng.choice(_LATIN)


def sentence(rng):
    s = rng.choice(SENTENCES)
    if rng.random() < 0.5:  # a line's worth of it
        w = s.split(" ")
        a = rng.randrange(len(w))
        s = " ".join(w[a:a + rng.randint(1, 8)])
    return s.upper() if rng.random() < 0.1 else s


def pair(rng):
    v = rng.choice((code, code, date, date, price, quantity, person))(rng)
    return rng.choice(LABELS).rstrip(":") + rng.choice((": ", ": ", " ", " : ", ":")) + v


def row(rng):
    """A piece of a table row without rules between its columns."""
    parts = [rng.choice((quantity, code, price, amount, item, date, short, percent))(rng) for _ in range(rng.randint(2, 4))]
    return " ".join(parts)


_TITLES = ["", "", "", "", "", "Mr. ", "Mrs. ", "Herr ", "Frau ", "M. ", "Mme ", "Sr. ", "Dr. ", "Dott. ", "Hr. "]


def person(rng):
    return rng.choice(_TITLES) + rng.choice(NAMES) + " " + rng.choice(NAMES)


def country(rng):
    return rng.choice(COUNTRIES)


def numbers(rng):
    """Several numbers, codes or dates beside each other."""
    sep = rng.choice((" ", " ", " ", ", ", " / ", " - ", "; ", "/", " x ", " + ", " = "))
    make = rng.choice((code, code, amount, price, quantity, date))
    return sep.join(make(rng) for _ in range(rng.randint(2, 4)))


def spiced(rng, s):
    """s with one character put in or exchanged that is rare elsewhere."""
    i = rng.randrange(len(s))
    if rng.random() < 0.6:
        kin = _KIN.get(s[i])
        return s[:i] + rng.choice(kin) + s[i + 1:] if kin else s
    c = rng.choice(_SIGNS)
    r = rng.random()
    if r < 0.3:
        return c + s
    if r < 0.6:
        return s + c
    return s[:i] + c + s[i:]


_SIGNS = [c for c in _ANY if not c.isalnum() and c != " "] + list("ªº²³¹½¼¾µ")
_KIN = {}
for _kin in "AÄÀÂÁÃĄÅÆĂĀ CÇĆČ DĎĐ EÉÈÊËĘĚĖĒ GĞ IÎÏÍÌĪĮ LŁĽ NÑŃŇ OÖÔÓÒÕØŒŐ RŘ SŚŠŞȘ TŤȚ UÜÙÛÚŮŰŪŲ YŸÝ ZŹŻŽ".split():
    _KIN[_kin[0]], _KIN[_kin[0].lower()] = _kin[1:], _kin[1:].lower()
_KIN["s"] += "ß"
for _kin in _KIN:
    _KIN[_kin] = alphabet.fold(_KIN[_kin])

_CODES = list(languages.LANGUAGES)
_SHARES = [share for _, share in languages.LANGUAGES.values()]


def foreign(rng, code=None):
    """A line in a language of its own letters, or in the given one."""
    code = code or rng.choices(_CODES, _SHARES)[0]
    lexicon, r = languages.words(code), rng.random()
    if not languages.section(code, "labels"):
        r = 0.5 + r / 2
    if not lexicon:
        r /= 2

    def entry(name):
        s = rng.choice(languages.section(code, name))
        for hole in ("{W}", "{W}"):
            s = s.replace(hole, rng.choice(lexicon).capitalize() if lexicon else "", 1)
        return fill(rng, s)

    if r < 0.14:
        s = entry("labels")
    elif r < 0.2:
        s = entry("labels").rstrip(":") + rng.choice((": ", " ", " : ")) + rng.choice((code_, date, price, quantity))(rng)
    elif r < 0.34:
        s = entry("goods")
        for _ in range(rng.randint(0, 3)):
            s += rng.choice((" ", " ", ", ")) + (fill(rng, rng.choice(SIZES)) if rng.random() < 0.6 else rng.choice(lexicon or [""]))
    elif r < 0.41:
        s = entry("places")
    elif r < 0.46:
        s = entry("companies")
    elif r < 0.5:
        s = "%d %s %d" % (rng.randint(1, 31), entry("months"), rng.randint(2015, 2032))
    else:
        out = rng.choices(lexicon, k=rng.randint(1, 6))
        if r < 0.62:
            out = [w.capitalize() for w in out]
        s = out[0].capitalize() if r < 0.75 else out[0]
        for w in out[1:]:
            s += rng.choices(*_JOINTS)[0] + w
        if rng.random() < 0.15:
            s += " " + rng.choice((amount, code_, quantity))(rng)
    return languages.upper(code, s) if rng.random() < 0.22 else s


code_ = code


# Word lists whose languages write letters with diacritics, beside those of
# languages.LANGUAGES.
_MARKED = ("polish", "polish", "cs_CZ.dic", "cs_CZ.dic", "swedish", "danish", "bokmaal", "ngerman", "french", "spanish", "portuguese")
_MARKED_CODES = ("hu", "hu", "ro", "ro", "tr", "tr", "hr", "sk", "lt", "lv", "is")


def accented(rng):
    """Words of one language with many letters that bear diacritics, often in
    capitals, and some letters exchanged for others of their kin, so that each is
    seen in many places."""
    i = rng.randrange(len(_MARKED) + len(_MARKED_CODES))
    if i < len(_MARKED):
        code, lexicon = "", _lexicon_named(_MARKED[i])
    else:
        code = _MARKED_CODES[i - len(_MARKED)]
        lexicon = languages.words(code)
    out = rng.choices(lexicon, k=rng.randint(1, 4)) if lexicon else ["Žluťoučký"]
    r = rng.random()
    if r < 0.45:
        out = [languages.upper(code, w) for w in out]
    elif r < 0.65:
        out = [w.capitalize() for w in out]
    s = " ".join(out)
    if rng.random() < 0.2:
        rare = [c for c in _RARE if c.isalpha() and c.isupper() == s.isupper()]
        s = "".join(rng.choice(rare) if c != " " and rng.random() < 0.5 else c for c in s)
    elif rng.random() < 0.6:
        s = "".join(rng.choice(_KIN[c]) if c in _KIN and rng.random() < 0.3 else c for c in s)
    return s + " " + rng.choice((amount, code_, quantity))(rng) if rng.random() < 0.1 else s


def spoken(rng, code):
    """A line in a language, to measure with: languages.LANGUAGES, or a word list of Debian's."""
    if code in languages.LANGUAGES:
        s = foreign(rng, code)
    else:
        names = {"pl": ("polish",), "cs": ("cs_CZ.dic",), "nordic": ("swedish", "danish", "bokmaal")}[code]
        path = rng.choice([p for p, _ in _DICTS if os.path.basename(p) in names])
        s = " ".join(rng.choices(_lexicon(path), k=rng.randint(1, 6)))
    return " ".join(alphabet.fold(s[:LONGEST]).split())


@lru_cache(maxsize=None)
def _lexicon_named(name):
    """_lexicon of the list in _DICTS whose file has that name; empty if it is not installed."""
    path = next(p for p, _ in _DICTS if os.path.basename(p) == name)
    return _lexicon(path) if os.path.exists(path) else []


@lru_cache(maxsize=None)
def _lexicon(path):
    """The words of a list that have a letter beyond ASCII, and as many others."""
    marked = [w for w in _read(path) if not w.isascii()]
    return marked + [w for w in _read(path) if w.isascii()][: len(marked)]


# What a line says, and how often.
_KINDS = [
    (price, 15), (amount, 6), (quantity, 7), (code, 20), (date, 7), (percent, 1.2), (short, 3.5), (label, 6),
    (item, 16), (address, 5), (company, 4), (contact, 8), (sentence, 4), (words, 6), (word, 1.5), (pair, 12),
    (row, 11), (numbers, 11), (person, 1), (country, 0.5), (noise, 4),
    (foreign, 30), (accented, 8),
]
_MAKERS, _WEIGHTS = [k for k, _ in _KINDS], [w for _, w in _KINDS]

LONGEST = 60


def favour(weight):
    """Gives lines in languages of their own letters the weight, and those with
    many diacritics 0.7 of it."""
    _WEIGHTS[_MAKERS.index(foreign)] = weight
    _WEIGHTS[_MAKERS.index(accented)] = max(8, 0.7 * weight)


def line(rng):
    """A line of 1 to LONGEST characters, all of them in the alphabet, without
    spaces at its ends or next to one another."""
    while True:
        s = rng.choices(_MAKERS, _WEIGHTS)[0](rng)
        if s and rng.random() < 0.13:
            s = spiced(rng, s)
        if len(s) > LONGEST:
            s = s[:LONGEST] if rng.random() < 0.5 else s[-LONGEST:]
        s = " ".join(alphabet.fold(s).split())
        if s and alphabet.PRINTED.issuperset(s):
            return s
