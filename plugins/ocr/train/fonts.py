"""The fonts that training strips are printed with.

FAMILIES names every font file and how often it is used; PACKAGES the Debian
packages that hold them, so that `apt-get install $(python3 fonts.py)`
installs them all. A font prints only characters that it has.
"""

import fnmatch
import os
from bisect import bisect
from functools import lru_cache
from itertools import accumulate

import freetype
from PIL import ImageFont

import alphabet

PACKAGES = """
fonts-liberation fonts-croscore fonts-crosextra-carlito fonts-crosextra-caladea fonts-dejavu-core
fonts-dejavu-extra fonts-freefont-ttf fonts-urw-base35 fonts-texgyre fonts-lmodern fonts-cmu fonts-noto-core
fonts-noto-mono fonts-open-sans fonts-roboto-unhinted fonts-roboto-slab fonts-lato fonts-cantarell
fonts-inconsolata fonts-firacode fonts-hack fonts-linuxlibertine fonts-sil-gentium-basic fonts-junicode
fonts-oxygen fonts-dosis fonts-ebgaramond fonts-comfortaa fonts-ocr-a fonts-ocr-b fonts-inter fonts-b612
fonts-courier-prime fonts-gnutypewriter fonts-go fonts-jetbrains-mono fonts-karla fonts-manrope fonts-opendin
fonts-osifont fonts-paratype fonts-play fonts-quattrocento fonts-sil-andika fonts-sil-charis fonts-sora
fonts-spleen fonts-3270 fonts-anonymous-pro fonts-cabin fonts-clear-sans fonts-adf-gillius fonts-adf-switzera
fonts-adf-universalis fonts-oldstandard fonts-stix fonts-tuffy fonts-vollkorn fonts-yanone-kaffeesatz
fonts-mononoki fonts-league-mono fonts-routed-gothic fonts-glasstty fonts-pc fonts-national-park fonts-roadgeek
fonts-hermit fonts-agave fonts-quicksand
""".split()

WORDLISTS = """
wamerican wbritish wngerman wfrench wspanish witalian wportuguese wdutch wpolish wswedish wdanish
wnorwegian hunspell-cs hunspell-bg hunspell-uk hunspell-sr hunspell-ru hunspell-el hunspell-hu hunspell-ro
hunspell-tr hunspell-hr hunspell-sk hunspell-lt hunspell-lv hunspell-is
""".split()

_ROOTS = ("/usr/share/fonts", "/usr/share/texmf/fonts/opentype")

# (file name pattern, weight of all matching files together, 1 = has fixed pitch).
# The weights follow what business documents are set in: Arial, Helvetica,
# Times, Calibri, Courier and their twins first, screen fonts next.
FAMILIES = [
    ("LiberationSans-*.ttf", 100, 0), ("Arimo-*.ttf", 30, 0), ("NimbusSans-*.otf", 55, 0),
    ("texgyreheros-*.otf", 20, 0), ("FreeSans*.ttf", 25, 0),
    ("LiberationSansNarrow-*.ttf", 22, 0), ("NimbusSansNarrow-*.otf", 12, 0), ("texgyreheroscn-*.otf", 6, 0),
    ("Carlito-*.ttf", 55, 0), ("Caladea-*.ttf", 14, 0),
    ("LiberationSerif-*.ttf", 55, 0), ("Tinos-*.ttf", 15, 0), ("NimbusRoman-*.otf", 25, 0),
    ("texgyretermes-*.otf", 10, 0), ("FreeSerif*.ttf", 12, 0),
    ("LiberationMono-*.ttf", 45, 1), ("Cousine-*.ttf", 15, 1), ("NimbusMonoPS-*.otf", 25, 1),
    ("texgyrecursor-*.otf", 8, 1), ("FreeMono*.ttf", 14, 1), ("Courier Prime*.otf", 8, 1),
    ("DejaVuSans.ttf", 28, 0), ("DejaVuSans-Bold*.ttf", 14, 0), ("DejaVuSans-Oblique.ttf", 4, 0),
    ("DejaVuSansCondensed*.ttf", 16, 0), ("DejaVuSerif*.ttf", 16, 0), ("DejaVuSansMono*.ttf", 30, 1),
    ("OpenSans-*.ttf", 40, 0), ("Roboto-*.ttf", 32, 0), ("RobotoCondensed-*.ttf", 14, 0),
    ("RobotoSlab-*.otf", 6, 0), ("Lato-*.ttf", 22, 0), ("NotoSans-*.ttf", 26, 0), ("NotoSerif-*.ttf", 14, 0),
    ("NotoSansDisplay-*.ttf", 5, 0), ("NotoSansMono-*.ttf", 8, 1), ("NotoMono-*.ttf", 6, 1),
    ("Inter-*.otf", 22, 0), ("Cantarell-*.otf", 6, 0), ("Karla-*.ttf", 4, 0), ("Manrope*.*tf", 5, 0),
    ("Inconsolata*", 14, 1), ("FiraCode-*.ttf", 8, 1), ("Hack-*.ttf", 10, 1), ("JetBrainsMono-*.ttf", 8, 1),
    ("Go-Mono*.ttf", 5, 1), ("Go-[RBIM][!o]*.ttf", 7, 0), ("LeagueMono-*.otf", 6, 1), ("mononoki-*.*tf", 3, 1),
    ("B612Mono-*.otf", 4, 1), ("B612-*.otf", 4, 0), ("Hermit*.*tf", 2, 1),
    ("Anonymous Pro*.ttf", 4, 1), ("lmmono[0-9l]*.otf", 7, 1), ("lmroman*.otf", 5, 0), ("lmsans*.otf", 6, 0),
    ("P052-*.otf", 6, 0), ("C059-*.otf", 6, 0), ("URWGothic-*.otf", 7, 0), ("URWBookman-*.otf", 5, 0),
    ("texgyrepagella-*.otf", 3, 0), ("LinLibertine_R*.otf", 5, 0), ("LinBiolinum_R*.otf", 4, 0),
    ("GenBkBas*.ttf", 3, 0), ("GenBas*.ttf", 3, 0), ("EBGaramond12-*.otf", 4, 0), ("Charis*.ttf", 4, 0),
    ("Andika*.ttf", 4, 0), ("Cabin-*.otf", 4, 0), ("ClearSans-*.ttf", 8, 0), ("GilliusADF-*.otf", 6, 0),
    ("GilliusADFNo2-*.otf", 3, 0), ("SwitzeraADF-*.otf", 5, 0), ("UniversalisADFStd-*.otf", 5, 0),
    ("Oxygen-*.ttf", 5, 0), ("Dosis-*.otf", 3, 0), ("Play-*.otf", 2, 0), ("Quattrocento-*.otf", 2, 0),
    ("PTS*.ttf", 8, 0), ("PTF*.ttf", 4, 0), ("PTM*.ttf", 4, 1), ("Sora-*.otf", 4, 0), ("STIX-*.otf", 4, 0),
    ("STIXGeneral-*.otf", 3, 0), ("OldStandard*.*tf", 2, 0), ("Tuffy*.*tf", 5, 0), ("Vollkorn-*.*tf", 3, 0),
    ("YanoneKaffeesatz-*.otf", 2, 0), ("Comfortaa*.ttf", 1, 0), ("Quicksand-*.*tf", 2, 0),
    ("JunicodeTwoBeta-[RBI]*.otf", 3, 0), ("cmuns*.*tf", 3, 0), ("cmunrm.*tf", 2, 0), ("cmunt*.*tf", 3, 1),
    ("osifont*.ttf", 3, 0),
    ("OSP-DIN.ttf", 3, 0), ("RG2014[CDE].ttf", 3, 0), ("agave-r*.ttf", 2, 1), ("GNUTypewriter.ttf", 5, 1),
    ("routed-gothic*.ttf", 3, 0), ("NationalPark-[RH]*.otf", 1, 0),
    ("OCRA*.*tf", 5, 1), ("OCRB.otf", 9, 1), ("OCRBL.otf", 3, 1), ("OCRBS.otf", 2, 1),
    ("3270*.ttf", 5, 1), ("Px_IBM_VGA9.ttf", 2, 1), ("Px_IBM_VGA8.ttf", 2, 1), ("Px_IBM_MDA.ttf", 2, 1),
    ("spleen-*.otf", 2, 1), ("Glass_TTY*.ttf", 2, 1),
]

# Parts of file names and their weight within a family; 0 is never used.
_STYLE = [
    ("Thin", 0), ("ExtraLight", 0), ("UltraLight", 0), ("Hairline", 0), ("Outline", 0), ("Caps", 0), ("caps", 0),
    ("dunh", 0), ("Black", 0.3), ("Heavy", 0.3), ("ExtraBold", 0.4), ("Medium", 0.6), ("SemiBold", 0.6),
]
_ITALIC = ("Italic", "Oblique", "-It", "BdIta", "italic", "oblique", "Ital", "_RI", "slant")
_BOLD = ("Bold", "bold", "Medium", "SemiBold", "Demi", "_RB", "Black", "Heavy", "ExtraBold", "demi")


class Font:
    """A font file: what it can print and how large its capitals are."""

    def __init__(self, path, weight, mono):
        self.path, self.weight, self.mono = path, weight, mono
        face = freetype.Face(path)
        units = face.units_per_EM or 1000
        have = set()
        for c in alphabet.PRINTED:
            i = face.get_char_index(c)
            if i == 0:
                continue
            face.load_glyph(i, freetype.FT_LOAD_NO_SCALE | freetype.FT_LOAD_NO_BITMAP)
            if c == " " or face.glyph.outline.n_points > 0:
                have.add(c)
        if mono:
            have -= set("–…‰½¼¾№™")  # of one width with others, or too small to be read
        self.chars = frozenset(have)
        face.load_char("H", freetype.FT_LOAD_NO_SCALE)
        self.cap = face.glyph.outline.get_bbox().yMax / units  # height of capitals in em
        face.load_char("x", freetype.FT_LOAD_NO_SCALE)
        self.x = face.glyph.outline.get_bbox().yMax / units
        self.upper_only = not ("a" in have) or self.x > 0.95 * self.cap

    def can(self, text):
        return self.chars.issuperset(text)

    def at(self, size, kern=False):
        """The font at size pixels per em, with kerning and ligatures if kern."""
        return _open(self.path, size, kern)


@lru_cache(maxsize=1500)
def _open(path, size, kern):
    engine = ImageFont.Layout.RAQM if kern else ImageFont.Layout.BASIC
    return ImageFont.truetype(path, size, layout_engine=engine)


def _files():
    found = {}
    for root in _ROOTS:
        for folder, _, names in sorted(os.walk(root)):
            if "X11" in folder or "karlatamil" in folder:
                continue
            for n in names:
                found.setdefault(n, os.path.join(folder, n))
    return sorted(found.items())


def load():
    """The fonts of FAMILIES that are installed, in a fixed order."""
    files, fonts = _files(), []
    for pattern, weight, mono in FAMILIES:
        members = []
        for name, path in files:
            if not fnmatch.fnmatchcase(name, pattern):
                continue
            w = 1.0
            for part, f in _STYLE:
                if part in name:
                    w *= f
            if any(p in name for p in _ITALIC):
                w *= 0.16
            if any(p in name for p in _BOLD):
                w *= 0.38
            if "Light" in name:
                w *= 0.4
            if w > 0:
                members.append((path, w))
        total = sum(w for _, w in members)
        for path, w in members:
            try:
                font = Font(path, weight * w / total, bool(mono))
            except freetype.FT_Exception:
                continue
            if 0.4 < font.cap < 1.0 and len(font.chars) >= 90 and not font.upper_only:
                fonts.append(font)
    return fonts


class Shelf:
    """All fonts, picked by weight."""

    def __init__(self):
        self.fonts = load()
        if not self.fonts:
            raise SystemExit("no fonts: apt-get install $(python3 fonts.py)")
        self._sums = list(accumulate(f.weight for f in self.fonts))

    def pick(self, rng):
        return self.fonts[bisect(self._sums, rng.random() * self._sums[-1])]


if __name__ == "__main__":
    print(" ".join(PACKAGES + WORDLISTS))
