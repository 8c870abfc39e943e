"""Training strips: one line of text each, as the product cuts them from pages.

    python3 strips.py --sheet out.png --n 200     a contact sheet to look at
    python3 strips.py --write FOLDER --n 5000     shards to measure with (evaluate.py)
    python3 strips.py --n 2000                    how long a strip takes

A strip is 32 pixels high, its capitals about 18, its baseline at row 24; 0 is
ink and 255 the ground. Each is printed by FreeType at more than the resolution
of its page, brought to that resolution and damaged there, and then cut and
scaled as the product cuts it from a page, so that the strip shows what scaling
does to the damage.
"""

import argparse
import math
import os
import random
import time
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import damage
import fonts
import text

HEIGHT, CAP, BASELINE = 32, 18.0, 24.0
_SIZES = (20, 28, 40, 56, 80, 112)
_LOW = frozenset("acegmnopqrsuvwxyz .,;:-–+=~_*•·°'")  # no capitals' height in these

# How strongly rasterisers draw the shades at the edges of glyphs.
_GAMMA = [(255 * (np.arange(256) / 255) ** g).astype(np.uint8) for g in (0.55, 0.7, 0.8, 0.9, 1.15, 1.3, 1.5)]
_SUBPIXEL = np.array([[0.2, 0.6, 0.2]], np.float32)  # colour fringes of screens, seen in grey

_JUNK = 0.02  # share of strips without text

cv2.setNumThreads(1)


@lru_cache(maxsize=1)
def _shelf():
    return fonts.Shelf()


def _pixels(core):
    """PIL's inner image as an array; np.array(core) would go pixel by pixel."""
    w, h = core.size
    return np.frombuffer(Image.Image()._new(core).tobytes(), np.uint8).reshape(h, w)


def _mask(font, size, s, kern, mode="L"):
    """The ink of s (uint8, 255 ink), and the row of its baseline. Mode "1"
    gives black and white without shades at the edges."""
    core, (_, dy) = font.at(size, kern).getmask2(s, mode=mode, anchor="ls")
    w, h = core.size
    if w == 0 or h == 0:
        return np.zeros((1, 1), np.uint8), 0
    return _pixels(core), -dy


def _spaced(rng, font, size, s, gap, dy):
    """Like _mask, glyph by glyph with gap pixels (may be negative) between
    them, each moved up or down by up to dy."""
    f = font.at(size, False)
    glyphs, x, top, bottom = [], 0.0, 0, 1
    for c in s:
        if c != " ":
            core, (ox, oy) = f.getmask2(c, mode="L", anchor="ls")
            w, h = core.size
            if w and h:
                oy += round(rng.uniform(-dy, dy))
                glyphs.append((_pixels(core), round(x) + ox, oy))
                top, bottom = min(top, oy), max(bottom, oy + h)
        x += f.getlength(c) + gap
    left = min((g[1] for g in glyphs), default=0)
    right = max((g[1] + g[0].shape[1] for g in glyphs), default=1)
    ink = np.zeros((bottom - top, right - left), np.uint8)
    for a, ox, oy in glyphs:
        v = ink[oy - top:oy - top + a.shape[0], ox - left:ox - left + a.shape[1]]
        np.maximum(v, a, out=v)
    return ink, -top


@lru_cache(maxsize=1)
def _neighbours():
    """Lines that peek in from above and below or shine through, as ink at
    40 pixels per em."""
    rng, out = random.Random(7), []
    while len(out) < 48:
        font, s = _shelf().pick(rng), text.line(rng)
        if len(s) > 8 and font.can(s):
            out.append(_mask(font, 40, s, False))
    return out


def _choose(rng):
    shelf = _shelf()
    s = text.line(rng)
    font = shelf.pick(rng)
    for _ in range(4 if s.isascii() else 40):
        if font.can(s):
            return font, s
        font = shelf.pick(rng)
    s = " ".join("".join(c for c in s if c in font.chars).split())
    return (font, s) if s else _choose(rng)


# Kinds of source and how often each comes.
_KINDS = ("clean", "screen", "scan", "fax", "photo")
_KIND_WEIGHTS = (26, 15, 26, 18, 15)


def _em(rng, kind):
    """Pixels per em of the source."""
    pt = rng.choice((5, 6, 7, 7.5, 8, 8, 8.5, 9, 9, 9.5, 10, 10, 10, 11, 11, 12, 12, 14, 16, 20))
    if kind == "screen":
        return min(40, pt * rng.choice((90, 96, 96, 100, 100, 110, 110, 120, 144)) / 72)
    if kind == "fax":
        return pt * rng.choice((150, 200, 200, 200, 200, 200, 240, 300)) / 72
    dpi = rng.choices((85, 100, 110, 120, 150, 200, 240, 300), (1.5, 1.5, 2, 2, 7, 9, 2, 3))[0] * rng.uniform(0.92, 1.08)
    return max(9, pt * dpi / 72)


def strip(rng, kind=None):
    """A strip (uint8 array, HEIGHT rows) and its text. rng is a random.Random.

    The text of a strip that shows none (pieces of rules, logos, bar codes) is
    empty: the product's line finder also takes such for lines.
    """
    if rng.random() < _JUNK:
        return _junk(rng), ""
    font, label = _choose(rng)
    kind = kind or rng.choices(_KINDS, _KIND_WEIGHTS)[0]
    em = _em(rng, kind)
    u = rng.random

    # Print, at size pixels per em, more than the source has.
    printed = label
    if " " in label and u() < 0.25:  # columns that stand close, justified lines
        if u() < 0.3:
            printed = label.replace(" ", "  ")
        else:
            at = rng.randrange(label.count(" ")) + 1
            parts = label.split(" ")
            printed = " ".join(parts[:at]) + " " * rng.randint(2, 7) + " ".join(parts[at:])
    hinted = kind == "screen" and u() < 0.5
    if hinted:
        size = max(8, round(em))
        em = float(size)
    else:
        size = _SIZES[-1]
        for z in _SIZES:
            if z >= em * 1.35:
                size = z
                break
    if u() < 0.12:
        tight = u() < 0.35
        ink, base = _spaced(rng, font, size, printed, size * (u() * -0.05 if tight else u() ** 2 * 0.22),
                            size * 0.03 if u() < 0.4 and not hinted else 0)
    else:
        ink, base = _mask(font, size, printed, not font.mono and u() < 0.2, "1" if hinted and u() < 0.12 else "L")
    if not hinted and u() < 0.16 and em > 12:
        ink = damage.weight(rng, ink, u() < 0.6)
    if kind != "screen" and u() < (0.2 if font.mono else 0.025):
        ink = damage.dots(rng, ink, size)
    if kind in ("scan", "fax", "photo") and u() < 0.15:
        ink = damage.worn(rng, ink, u() * 0.5)
    if kind in ("scan", "fax", "photo") and u() < (0.15 if font.mono else 0.04):
        ink = damage.struck(rng, ink, size)
    if kind == "fax" and not hinted and em > 12 and u() < 0.12:
        ink = damage.weight(rng, damage.weight(rng, ink, False), False)

    # Lay it on a canvas with what stands around it.
    cap = font.cap * size
    up, down = int(1.7 * cap) + 2, int(0.9 * cap) + 2
    side = int(1.2 * cap)
    h, w = ink.shape
    sheet = np.zeros((up + down, w + 2 * side), np.uint8)
    y0 = up - base
    a, b = max(0, y0), min(sheet.shape[0], y0 + h)
    sheet[a:b, side:side + w] = ink[a - y0:b - y0]
    thin = max(1, round(size / em * rng.choice((0.6, 1, 1, 1.5, 2, 3))))
    if u() < 0.16:
        _surround(rng, sheet, up, cap, side, w, thin)
    if kind != "screen" and u() < 0.05:
        _overprint(rng, sheet, up, cap, thin)

    # To the source's resolution, turned as the page was laid.
    turn = 0.0 if kind in ("clean", "screen") else rng.gauss(0, 0.9) if kind != "photo" else rng.gauss(0, 2.0)
    turn = math.radians(max(-4, min(4, turn)))
    squeeze = 1.0 if u() < 0.6 else rng.uniform(0.78, 1.22)
    k = em / size
    if k < 0.42:
        sheet = cv2.resize(sheet, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        k, up, side, w, cap = k * 2, up / 2, side / 2, w / 2, cap / 2
    H, W = sheet.shape
    c, s = math.cos(turn), math.sin(turn)
    kx = k * squeeze
    sw, sh = W * kx * c + H * k * abs(s), H * k * c + W * kx * abs(s)
    tx = (H * k * s if s > 0 else 0) + u()
    ty = (-W * kx * s if s < 0 else 0) + u()
    if hinted:
        page = sheet
        to = np.array([[1, 0, 0], [0, 1, 0]], np.float32)
        kx = k = 1.0
    else:
        to = np.array([[kx * c, -k * s, tx], [kx * s, k * c, ty]], np.float32)
        page = cv2.warpAffine(sheet, to, (int(sw) + 2, int(sh) + 2), flags=cv2.INTER_LINEAR)
    if u() < 0.3:
        page = cv2.LUT(page, _GAMMA[int(u() * len(_GAMMA))])
    if kind == "screen" and u() < 0.2:
        page = cv2.filter2D(page, -1, _SUBPIXEL)
    page = damage.shades(_expose(rng, kind, page, cap * k))
    if kind == "screen" and u() < 0.12:  # scaled once more by whoever shared it
        f = rng.uniform(0.8, 1.3)
        page = cv2.resize(page, None, fx=f, fy=f, interpolation=cv2.INTER_AREA if f < 1 else cv2.INTER_LINEAR)
        to, k, kx = to * f, k * f, kx * f

    # Cut: the baseline's ends on the page give the strip's place on it.
    # Lines with little to measure are measured badly.
    vague = len(label) < 3 or _LOW.issuperset(label)
    goal = CAP * (rng.gauss(1, 0.05) if u() < 0.8 and not vague else rng.uniform(0.8, 1.22))
    if vague and label != "-" and u() < 0.3:
        goal *= rng.uniform(1, 1.35)
    goal = max(14.0, min(25.0 if vague else 22.0, goal))
    if u() < 0.04:  # measured wrongly, misled by what stands beside it
        goal = rng.uniform(10, 14) if u() < 0.6 else rng.uniform(22, 24)
    row = BASELINE + max(-3.0, min(3.0, rng.gauss(0, 1.4 if vague else 0.7)))
    left = rng.gauss(9, 1) if u() < 0.7 else u() * 14
    right = rng.gauss(9, 1) if u() < 0.7 else u() * 14
    z = goal / (cap * k)
    off = rng.gauss(0, 0.35) if u() < 0.6 else 0.0
    off = math.radians(max(-1.2, min(1.2, off)))
    width = max(8, int(round(w * kx * z + left + right)))
    if width > 4000:
        return strip(rng, kind)
    if z < 0.55:
        page = cv2.resize(page, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        to = to * 0.5
        z *= 2
    px, py = to @ np.array([side, up, 1.0])
    mx, my = to @ np.array([side + w / 2, up, 1.0])
    c, s = math.cos(turn + off) * z, math.sin(turn + off) * z
    m = np.array([[c, s, 0], [-s, c, 0]], np.float32)
    mid = left + math.hypot(mx - px, my - py) * z
    m[0, 2] = mid - (m[0, 0] * mx + m[0, 1] * my)
    m[1, 2] = row - (m[1, 0] * mx + m[1, 1] * my)
    if u() < 0.3:  # leaning a little, as in a photograph, or as slanted type
        lean = rng.gauss(0, 0.03) if u() < 0.85 else rng.uniform(-0.05, 0.25)
        m[0] -= lean * m[1]
        m[0, 2] += lean * row
    how = cv2.INTER_CUBIC if u() < 0.75 else cv2.INTER_LINEAR
    out = cv2.warpAffine(page, m, (width, HEIGHT), flags=how, borderMode=cv2.BORDER_REPLICATE)
    if width > 80 and u() < 0.05:
        out = _bend(out, rng.uniform(-2.2, 2.2))
    return _stretch(rng, out), label


def _junk(rng):
    """A strip of what is no text: rules torn by thresholds and by their
    removal, bar codes, strokes and shapes, stains, and what a page lies on."""
    u, w = rng.random, rng.randint(40, 500)
    r = u()
    if r > 0.65 and u() < 0.6:
        w = rng.randint(20, 70)
    shape = HEIGHT, w
    page = np.full(shape, 255, np.float32)
    if r < 0.25:
        y, thick = rng.uniform(10, 22), rng.uniform(1, 6)
        wave = damage.noise(rng, damage.CLOUD, (1, w))[0] * rng.uniform(0, 2.5)
        x = np.arange(w, dtype=np.float32) * (rng.uniform(-3, 3) / w)
        far = np.abs(np.arange(HEIGHT, dtype=np.float32)[:, None] - (y + x + wave)[None, :])
        page = np.clip((far - thick * (0.3 + damage.noise(rng, damage.CLOUD, (1, w)))) * 90, 0, 255)
    elif r < 0.35:
        x = 4
        while x < w - 4:
            b = rng.randint(1, 5)
            page[:, x:x + b] = 0
            x += b + rng.randint(1, 6)
    elif r < 0.5:
        for _ in range(rng.randint(1, 4)):
            p, q = (rng.randrange(w), rng.randrange(HEIGHT)), (rng.randrange(w), rng.randrange(HEIGHT))
            if u() < 0.5:
                axes, thick = (rng.randint(3, 30), rng.randint(3, 20)), -1 if u() < 0.3 else rng.randint(1, 4)
                cv2.ellipse(page, p, axes, u() * 90, 0, rng.randint(90, 360), 0, thick, cv2.LINE_AA)
            else:
                cv2.line(page, p, q, 0, rng.randint(1, 4), cv2.LINE_AA)
    elif r < 0.65:
        page = 255 - np.clip((damage.noise(rng, damage.CLOUD, shape) - rng.uniform(0.3, 1.5)) * 400, 0, 255)
    else:
        # The grain of a table beside a photographed page, cut by its edge, with
        # the light falling off.
        along = rng.randint(6, 30)
        small = damage.noise(rng, damage.CLOUD if u() < 0.5 else damage.SOFT, (rng.choice((6, 10, 16, 32)), w // along + 2))
        grain = cv2.resize(small, (w, HEIGHT), interpolation=cv2.INTER_CUBIC)
        page -= np.clip((grain + rng.uniform(-1, 1)) * rng.uniform(60, 200), 0, 255)
        if u() < 0.6:
            x, y = np.arange(w, dtype=np.float32) / w, np.arange(HEIGHT, dtype=np.float32)[:, None] / HEIGHT
            fall = x * rng.uniform(-1.5, 1.5) + y * rng.uniform(-1.5, 1.5) + rng.uniform(-0.3, 1)
            page = 255 - (255 - page) * np.clip(fall, 0, 1)
    page = damage.blur(page, u() * 1.5) + damage.noise(rng, damage.SOFT, shape) * (u() * 12)
    page = damage.shades(page)
    return _stretch(rng, page) if u() < 0.6 else page


def _bend(strip, depth):
    """A strip whose middle is depth pixels lower than its ends."""
    h, w = strip.shape
    x, y = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
    y += depth * ((2 * x / w - 1) ** 2 - 0.5)
    return cv2.remap(strip, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _surround(rng, sheet, base, cap, side, w, thin):
    """Pieces of rules, of neighbouring lines and of pen strokes."""
    u, (H, W) = rng.random, sheet.shape
    r = u()
    if r < 0.3:  # a rule under or over the text, or a piece of one
        y = int(base + cap * rng.uniform(0.12, 0.75)) if u() < 0.7 else int(base - cap * rng.uniform(1.15, 1.5))
        x0, x1 = (0, W) if u() < 0.5 else sorted((int(u() * W), int(u() * W)))
        step = 1 if u() < 0.75 else rng.choice((2, 3)) * thin  # or a dotted one
        for i in range(min(thin, step)):
            sheet[max(0, y):y + thin, x0 + i:x1:step] = int(rng.uniform(90, 256) - 1)
    elif r < 0.45:  # a bar at an edge
        x = int(side - rng.uniform(0.3, 0.9) * cap) if u() < 0.5 else int(side + w + rng.uniform(0.2, 0.8) * cap)
        y0, y1 = (0, H) if u() < 0.6 else sorted((int(u() * H), int(u() * H)))
        sheet[y0:y1, max(0, x):x + thin] = 255
    elif r < 0.52:  # an icon, a tick box, a bullet, a piece of a logo
        d = int(cap * rng.uniform(0.5, 1.3)) + 1
        x = int(side - d - cap * rng.uniform(0.1, 0.3)) if u() < 0.7 else int(side + w + cap * 0.2)
        y = int(base - cap / 2 + rng.uniform(-0.2, 0.2) * cap)
        fill = -1 if u() < 0.4 else max(1, thin)
        if u() < 0.5:
            cv2.circle(sheet, (x + d // 2, y), d // 2, 255, fill, cv2.LINE_AA)
        else:
            cv2.rectangle(sheet, (x, y - d // 2), (x + d, y + d // 2), 255, fill)
    elif r < 0.75:  # the line above or below
        ink, nb = rng.choice(_neighbours())
        f = cap / 28.0
        if abs(f - 1) > 0.1:
            ink = cv2.resize(ink, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
            nb = nb * f
        below = u() < 0.5
        y = int(base + cap * rng.uniform(1.35, 1.9) - nb) if below else int(base - cap * rng.uniform(1.45, 1.9) - nb)
        x = int(rng.uniform(-0.3, 0.6) * w)
        _lay(sheet, ink, y, x)
    elif r < 0.9:  # a rule that was taken out, and glyphs with it
        if u() < 0.7:
            y = int(base + cap * rng.choice((0.02, 0.1, 0.2, -1.0, -0.5, rng.uniform(-1, 0.3))))
            sheet[max(0, y):y + thin] = 0
        else:
            x = int(side + u() * w)
            sheet[:, x:x + thin] = 0
    else:  # a stroke of a pen or stamp
        p, q = (int(u() * W), int(u() * H)), (int(u() * W), int(u() * H))
        shade, over = int(rng.uniform(60, 230)), np.zeros_like(sheet)
        if u() < 0.5:
            cv2.line(over, p, q, shade, thin, cv2.LINE_AA)
        else:
            axes = int(W * rng.uniform(0.1, 0.6)) + 4, int(H * rng.uniform(0.4, 1.6))
            cv2.ellipse(over, p, axes, u() * 40, 0, 360, shade, thin, cv2.LINE_AA)
        np.maximum(sheet, over, out=sheet)


def _overprint(rng, sheet, base, cap, thin):
    """A pen's or a stamp's strokes across the text, paler than print or as dark."""
    u, (H, W) = rng.random, sheet.shape
    over = np.zeros_like(sheet)
    shade = int(rng.uniform(50, 210))
    if u() < 0.5:  # a signature's or a tick's loops
        n = rng.randint(4, 12)
        x = u() * W + np.cumsum([rng.uniform(-0.6, 1.2) * cap for _ in range(n)])
        y = base - cap / 2 + np.array([rng.uniform(-1.6, 1.6) * cap for _ in range(n)])
        points = np.stack((np.interp(np.linspace(0, n - 1, 8 * n), np.arange(n), x), np.interp(np.linspace(0, n - 1, 8 * n), np.arange(n), y)), 1)
        points = cv2.blur(points.astype(np.float32), (1, 7))
        cv2.polylines(over, [points.astype(np.int32)], False, shade, max(1, thin), cv2.LINE_AA)
    else:  # the rings and the words of a stamp
        ink, _ = rng.choice(_neighbours())
        f = cap / 28.0 * rng.uniform(0.8, 2)
        ink = cv2.resize(ink, None, fx=f, fy=f, interpolation=cv2.INTER_LINEAR)
        ink = ink[:, : int(8 * cap)]
        h, w = ink.shape
        turn = cv2.getRotationMatrix2D((w / 2, h / 2), rng.uniform(-40, 40), 1)
        ink = cv2.warpAffine((ink * (shade / 255)).astype(np.uint8), turn, (w, 3 * h))
        _lay(over, ink, int(base - cap * rng.uniform(0, 3)), int(u() * W - w / 2))
        r = rng.uniform(1.5, 6) * cap
        at = int(u() * W), int(base + rng.uniform(-1, 1) * r)
        cv2.circle(over, at, int(r), shade, max(1, thin), cv2.LINE_AA)
        over = damage.worn(rng, over, u() * 0.8)
    np.maximum(sheet, over, out=sheet)


def _lay(sheet, ink, y, x):
    H, W = sheet.shape
    h, w = ink.shape
    y0, y1, x0, x1 = max(0, y), min(H, y + h), max(0, x), min(W, x + w)
    if y0 < y1 and x0 < x1:
        v = sheet[y0:y1, x0:x1]
        np.maximum(v, ink[y0 - y:y1 - y, x0 - x:x1 - x], out=v)


def _expose(rng, kind, ink, cap):
    """Ink on paper as the camera, scanner or screen gives it: float32 shades."""
    u = rng.random
    paper = rng.uniform(225, 255) if kind in ("scan", "clean", "screen") else rng.uniform(150, 245)
    dark = rng.uniform(0, 50) if u() < 0.75 else rng.uniform(40, 0.62 * paper)
    if kind == "scan" and u() < 0.08:  # a carbon copy, a coloured cell
        paper = rng.uniform(150, 250)
        dark = paper * rng.uniform(0.55, 0.82)
    if kind in ("clean", "screen") and u() < 0.12 or u() < 0.05:  # light on dark
        paper, dark = rng.uniform(10, 130), rng.uniform(215, 255)
    elif kind in ("clean", "screen") and u() < 0.6:
        paper, dark = 255.0, 0.0
    page = ink.astype(np.float32)
    page *= (dark - paper) / 255.0
    page += paper
    span = abs(paper - dark) / 255.0

    if kind == "clean":
        r = u()
        if r < 0.27:
            page = damage.jpeg(page, rng.randint(45, 85))
        elif r < 0.35:
            page = damage.webp(page, rng.randint(45, 80))
        return page

    if kind == "screen":
        if u() < 0.2:
            page = damage.jpeg(page, rng.randint(50, 85))
        return page

    if u() < 0.06:  # the other side shines through
        ghost, _ = rng.choice(_neighbours())
        ghost = ghost[:, ::-1]
        g = np.zeros(page.shape, np.uint8)
        _lay(g, ghost, int(u() * page.shape[0] - 20), int(rng.uniform(-0.3, 0.5) * page.shape[1]))
        page -= cv2.GaussianBlur(g, (5, 5), 1.5).astype(np.float32) * rng.uniform(0.08, 0.28)
    if kind != "fax" and u() < 0.06:
        page = damage.halftone(rng, page, rng.uniform(10, 60), rng.choice((3, 4, 5, 6)))

    soft = cap / 14.0
    if kind == "photo":
        page = damage.blur(page, rng.uniform(0.4, 1.1) * soft ** 0.7)
        if u() < 0.12:
            page = damage.motion(page, rng.uniform(1.2, 2.6) * soft, u() * math.pi)
        page = damage.light(rng, page, rng.uniform(0, 0.12 if u() < 0.85 else 0.25))
        if u() < 0.08:
            page = damage.crease(rng, page)
        if u() < 0.08:
            page = damage.moire(rng, page)
        page += damage.noise(rng, damage.SOFT if u() < 0.6 else damage.WHITE, page.shape) * (rng.uniform(0.5, 9) * (0.4 + 0.6 * span))
        if u() < 0.08:
            page = damage.hardened(rng, page, cap)
        if u() < 0.16:
            return damage.messenger(rng, page, cap)
        return damage.jpeg(page, rng.randint(45, 85)) if u() < 0.75 else page

    if kind == "scan":
        page = damage.blur(page, rng.uniform(0.2, 0.9) * min(1.3, soft))
        amp = rng.uniform(1, 7) if u() < 0.7 else rng.uniform(5, 16)
        page += damage.noise(rng, damage.WHITE if u() < 0.6 else damage.SOFT, page.shape) * (amp * (0.4 + 0.6 * span))
        if u() < 0.3:
            page = damage.light(rng, page, 0.12)
        if u() < 0.04:
            page = damage.crease(rng, page)
        if u() < 0.04:
            page = damage.bands(rng, page, paper)
        if u() < 0.12:
            page = damage.specks(rng, page, rng.randint(1, 5), dark, max(1, cap / 7))
        if u() < 0.08:
            page = damage.hardened(rng, page, cap)
        r = u()
        if r < 0.09:
            page = damage.messenger(rng, page, cap)
        elif r < 0.48:
            page = damage.jpeg(page, rng.randint(40, 85))
        elif r < 0.54:
            page = damage.webp(page, rng.randint(40, 85))
        return page

    # fax
    page = damage.blur(page, rng.uniform(0.25, 0.8) * min(1.4, soft))
    amp = rng.uniform(2, 16) if u() < 0.75 else rng.uniform(12, 30)
    page += damage.noise(rng, damage.WHITE if u() < 0.55 else damage.SOFT, page.shape) * (amp * span)
    if u() < 0.25:
        page += damage.noise(rng, damage.CLOUD, page.shape) * (rng.uniform(4, 16) * span)
    # Machines choose the level so that the page reads: about as much black as
    # there was ink.
    if paper < dark:
        page, paper, dark = 255 - page, 255 - paper, 255 - dark
    black = float(ink.mean()) / 255 * rng.uniform(0.75, 1.5)
    hist = cv2.calcHist([damage.shades(page)], [0], None, [256], [0, 256]).ravel().cumsum()
    level = np.searchsorted(hist, black * hist[-1])
    page = damage.bilevel(page, min(dark + 0.82 * span * 255, max(dark + 0.25 * span * 255, level)))
    if u() < 0.35:
        page = damage.specks(rng, page, rng.randint(1, 7), 0, max(1, cap / 9))
    if u() < 0.2:
        page = damage.specks(rng, page, rng.randint(1, 10), 255, max(1, cap / 10))
    return page


def _stretch(rng, page):
    """Ground to 255 and the ink's core to 0, ink always dark."""
    a = page
    hist = cv2.calcHist([a], [0], None, [256], [0, 256]).ravel()
    total = hist.cumsum()
    n = total[-1]
    lo, med, hi = (int(np.searchsorted(total, q * n)) for q in (0.005, 0.5, 0.995))
    if hi - med > med - lo:
        a, hist = 255 - a, hist[::-1]
        total = hist.cumsum()
        lo, hi = 255 - hi, 255 - lo
    middle = (lo + hi) // 2
    inked = total[middle]
    # As the product does: a share of the dark pixels is core, half of the
    # light ones are ground. The shares vary, since pages are cleaned before.
    core = int(np.searchsorted(total, (0.25 if rng.random() < 0.6 else rng.uniform(0.02, 0.4)) * inked))
    ground = int(np.searchsorted(total, inked + (0.5 if rng.random() < 0.6 else rng.uniform(0.2, 0.8)) * (n - inked)))
    if ground - core < 8:
        return a
    return _scale(a, core, ground)


def _scale(a, lo, hi):
    table = np.clip((np.arange(256) - lo) * (255.0 / (hi - lo)), 0, 255).astype(np.uint8)
    return cv2.LUT(a, table)


def write(folder, n, seed, size=10000):
    """Writes n strips as shards of size strips into folder.

    A shard is NAME.npz: "pixels" (uint8, the strips' columns after each other,
    so that strip i is pixels[start[i]:start[i+1]].T), "start" (int64) and
    "text" (an array of str).
    """
    os.makedirs(folder, exist_ok=True)
    for k in range(0, n, size):
        rng = random.Random("%d/%d" % (seed, k))
        cols, start, labels = [], [0], []
        for _ in range(min(size, n - k)):
            a, s = strip(rng)
            cols.append(np.ascontiguousarray(a.T))
            start.append(start[-1] + a.shape[1])
            labels.append(s)
        name = os.path.join(folder, "%d-%06d" % (seed, k // size))
        np.savez(name + ".part.npz", pixels=np.concatenate(cols), start=np.array(start, np.int64), text=np.array(labels))
        os.rename(name + ".part.npz", name + ".npz")


def read(path):
    """The strips of a shard: a list of (array, text)."""
    z = np.load(path)
    p, s, t = z["pixels"], z["start"], z["text"]
    return [(p[s[i]:s[i + 1]].T, str(t[i])) for i in range(len(t))]


def sheet(path, n, seed, width=1800):
    """A contact sheet of n strips, each above its text."""
    rng, font = random.Random(seed), ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 11)
    rows, x, y = [], 0, 0
    for _ in range(n):
        a, s = strip(rng)
        a = a[:, :width]
        if x + a.shape[1] > width:
            x, y = 0, y + HEIGHT + 18
        rows.append((x, y, a, s))
        x += a.shape[1] + 12
    page = Image.new("L", (width, y + HEIGHT + 18), 200)
    draw = ImageDraw.Draw(page)
    for x, y, a, s in rows:
        page.paste(Image.fromarray(a), (x, y))
        draw.text((x, y + HEIGHT + 2), s, fill=0, font=font)
    page.save(path)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--sheet", help="PNG to draw")
    p.add_argument("--write", help="folder for shards")
    p.add_argument("--n", type=int, default=200, help="strips")
    p.add_argument("--seed", type=int, default=1)
    a = p.parse_args()
    if a.sheet:
        sheet(a.sheet, a.n, a.seed)
    elif a.write:
        write(a.write, a.n, a.seed)
    else:
        rng = random.Random(a.seed)
        strip(rng)
        t = time.perf_counter()
        for _ in range(a.n):
            strip(rng)
        print("%.2f ms a strip" % ((time.perf_counter() - t) * 1000 / a.n))


if __name__ == "__main__":
    main()
