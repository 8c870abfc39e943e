"""What printing, copying, scanning, photographing and packing do to text.

Pictures of ink are uint8, 255 ink on 0; pictures of a page are float32 shades,
0 black to 255 white. Lengths are pixels of the picture at hand.
"""

import math

import cv2
import numpy as np

_H, _W = 320, 4096


def _tiles():
    g = np.random.default_rng(20261121)
    white = g.standard_normal((_H, _W), np.float32)
    soft = cv2.GaussianBlur(white, (0, 0), 0.9)
    soft /= soft.std()
    cloud = cv2.GaussianBlur(g.standard_normal((_H, _W), np.float32), (0, 0), 6)
    cloud /= cloud.std()
    return white, soft, cloud


WHITE, SOFT, CLOUD = _tiles()  # noise of unit variance: single pixels, grain, stains


def noise(rng, tile, shape):
    """A piece of a noise tile, cut at random."""
    h, w = shape
    if h > _H or w > _W:
        tile = np.tile(tile, (h // _H + 1, w // _W + 1))
    y = int(rng.random() * (tile.shape[0] - h + 1))
    x = int(rng.random() * (tile.shape[1] - w + 1))
    return tile[y:y + h, x:x + w]


def blur(page, sigma):
    if sigma < 0.2:
        return page
    k = 3 if sigma < 0.7 else 5 if sigma < 1.2 else 7 if sigma < 1.7 else 9
    return cv2.GaussianBlur(page, (k, k), sigma)


def motion(page, length, angle):
    """Smears page over length pixels along angle (radians)."""
    n = max(3, int(length) | 1)
    k = np.zeros((n, n), np.float32)
    c = n // 2
    dx, dy = math.cos(angle) * length / 2, math.sin(angle) * length / 2
    cv2.line(k, (round(c - dx), round(c - dy)), (round(c + dx), round(c + dy)), 1.0, 1, cv2.LINE_AA)
    return cv2.filter2D(page, -1, k / k.sum())


def jpeg(page, quality):
    return _packed(page, ".jpg", [cv2.IMWRITE_JPEG_QUALITY, quality])


def webp(page, quality):
    return _packed(page, ".webp", [cv2.IMWRITE_WEBP_QUALITY, quality])


def shades(page):
    """page as uint8, cut off at black and white."""
    return cv2.add(page, 0, dtype=cv2.CV_8U)


def _packed(page, kind, options):
    _, data = cv2.imencode(kind, shades(page), options)
    return cv2.imdecode(data, cv2.IMREAD_GRAYSCALE).astype(np.float32)


def light(rng, page, strength):
    """Uneven light: brightness changes by up to strength over the picture."""
    h, w = page.shape
    f = rng.random()
    a, b = 1 - strength * f, 1 - strength * rng.random()
    ramp = np.linspace(a, b, w, dtype=np.float32)
    if rng.random() < 0.3:  # the edge of a shadow
        x = rng.random()
        ramp *= 1 - strength / (1 + np.exp((np.linspace(0, 1, w, dtype=np.float32) - x) * 24))
    page *= ramp
    return page


def dots(rng, ink, em):
    """A dot-matrix printer's pins."""
    pitch = max(3, round(em / rng.choice((7.0, 8.0, 9.0, 10.5, 14.0, 18.0))))
    h, w = ink.shape
    yy, xx = np.mgrid[0:pitch, 0:pitch]
    c = (pitch - 1) / 2
    r = pitch * rng.uniform(0.42, 0.62)
    cell = np.clip((r - np.hypot(yy - c, xx - c)) * 255 + 128, 0, 255).astype(np.uint8)
    grid = np.tile(cell, (h // pitch + 1, w // pitch + 1))[:h, :w]
    return cv2.min(cv2.dilate(ink, _K2), grid)


_K2 = np.ones((2, 2), np.uint8)
_KH, _KV = np.ones((1, 2), np.uint8), np.ones((2, 1), np.uint8)
_K3 = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))


def weight(rng, ink, heavy):
    """Thicker ink if heavy, else thinner, by one pixel or so."""
    k = rng.choice((_K2, _K2, _KH, _KV, _K3))
    return cv2.dilate(ink, k) if heavy else cv2.addWeighted(ink, 0.45, cv2.erode(ink, k), 0.55, 0)


def worn(rng, ink, amount):
    """Ink that did not take everywhere; amount 0 to 1."""
    h, w = ink.shape
    n = noise(rng, CLOUD if rng.random() < 0.4 else SOFT, (h, w))
    keep = np.clip(1.4 - amount * (1 + n), 0, 1)
    return (ink * keep).astype(np.uint8)


def specks(rng, page, count, shade, size):
    h, w = page.shape
    for _ in range(count):
        x, y = int(rng.random() * w), int(rng.random() * h)
        a = int(rng.random() * size + 1)
        b = int(rng.random() * size + 1)
        page[y:y + a, x:x + b] = shade
    return page


def halftone(rng, page, depth, pitch):
    """A tinted ground printed in dots."""
    h, w = page.shape
    cell = np.zeros((pitch, pitch * 2), np.float32)
    cell[0, 0] = cell[pitch // 2, pitch] = depth
    if rng.random() < 0.5:
        cell = cv2.blur(cell, (2, 2), borderType=cv2.BORDER_REFLECT) * 2
    page -= np.tile(cell, (h // pitch + 1, w // (2 * pitch) + 1))[:h, :w]
    return page


def bilevel(page, level):
    """A fax or black-and-white copier: black below level."""
    return np.where(page < level, np.float32(0), np.float32(255))


def struck(rng, ink, em):
    """A typewriter's or a needle printer's strokes: the ribbon leaves fibres in
    them, or fills what they enclose."""
    if rng.random() < 0.5:
        k = max(3, round(em * rng.uniform(0.03, 0.07))) | 1
        return cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((k, k), np.uint8))
    h, w = ink.shape
    weave = noise(rng, SOFT, (h, w)) + noise(rng, WHITE, (1, w)) * 0.5
    return (ink * np.clip(1.3 - rng.uniform(0.3, 0.7) * weave, 0.1, 1)).astype(np.uint8)


def bands(rng, page, paper):
    """A thermal printer's lines: heads that heat less leave pale rows."""
    h, w = page.shape
    row = np.clip(0.8 + 0.25 * noise(rng, WHITE, (h, 1)), 0.35, 1) if rng.random() < 0.5 else np.clip(0.85 + 0.2 * noise(rng, WHITE, (1, w)), 0.3, 1)
    return paper + (page - paper) * row


def crease(rng, page):
    """A fold of the sheet: a thin line, and another light on either side."""
    h, w = page.shape
    x, y = np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32)[:, None]
    if rng.random() < 0.5:
        far = x - rng.random() * w + (y - h / 2) * rng.uniform(-0.3, 0.3)
    else:
        far = y - rng.random() * h + (x - w / 2) * rng.uniform(-0.04, 0.04)
    page = page * np.where(far < 0, np.float32(rng.uniform(0.75, 1)), np.float32(rng.uniform(0.75, 1)))
    line = np.exp(-((far / rng.uniform(0.6, 2.5)) ** 2))
    return (page + line * rng.uniform(-70, 60)).astype(np.float32)


def moire(rng, page):
    """The pattern of a screen's pixels in a camera's."""
    h, w = page.shape
    x, y = np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32)[:, None]
    wave = np.zeros((h, w), np.float32)
    for _ in range(rng.randint(1, 3)):
        angle, pitch = rng.random() * math.pi, rng.uniform(2.2, 12)
        wave += np.sin((x * math.cos(angle) + y * math.sin(angle)) * (2 * math.pi / pitch) + rng.random() * 6)
    return page * (1 + wave * np.float32(rng.uniform(0.02, 0.09)))


def messenger(rng, page, cap):
    """What messengers do to pictures: made small, packed hard, and shown large again."""
    h, w = page.shape
    f = max(min(1.0, 8.0 / cap), rng.uniform(0.5, 0.9))
    small = cv2.resize(page, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
    return cv2.resize(jpeg(small, rng.randint(22, 55)), (w, h), interpolation=cv2.INTER_LINEAR)


def hardened(rng, page, cap):
    """What programs that make scans of photographs do for contrast: blurred print
    becomes black with smooth edges and filled corners, or its edges overshoot."""
    if rng.random() < 0.5:
        soft = blur(page, rng.uniform(0.05, 0.09) * cap)
        low, high = float(soft.min()), float(soft.max())
        level = low + (high - low) * rng.uniform(0.42, 0.72)
        return 255 / (1 + np.exp(np.clip((level - soft) / (max(8.0, high - low) * rng.uniform(0.02, 0.1)), -40, 40)))
    soft = cv2.GaussianBlur(page, (0, 0), rng.uniform(0.8, 2))
    return np.clip(page + (page - soft) * rng.uniform(0.7, 3), 0, 255)
