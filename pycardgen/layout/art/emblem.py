"""Scenes that set off their subject: light from behind, cells, a radar, rays, a plan, a banner."""

from __future__ import annotations

import math

from pycardgen.layout.art.brush import (
    Canvas,
    around,
    box,
    diamond,
    dot,
    down,
    line,
    outline,
    regular,
)
from pycardgen.layout.colors import mix
from pycardgen.layout.display import Command, Ink, Path


def silhouette(c: Canvas) -> None:
    """The subject in the dark, before a light."""
    w, h, u = c.w, c.h, c.unit
    x, y = w * c.between(0.42, 0.58), h * c.between(0.4, 0.5)
    pale = mix(c.palette.glow, c.shade(1), 0.6)
    c.ground(
        around(
            x,
            y,
            max(w, h) * 0.66,
            pale,
            mix(c.palette.glow, c.shade(0.6), 0.35),
            c.shade(0.34),
            c.shade(0.08),
        )
    )
    rays = []
    for n in range(12):
        angle = (n + c.between(0.1, 0.9)) * math.pi / 6
        spread, reach = c.between(0.04, 0.12), max(w, h)
        ends = [(x + reach * math.cos(angle + s), y + reach * math.sin(angle + s)) for s in (-spread, spread)]
        rays.append(Path(tuple(outline([(x, y), *ends])), Ink(pale)))
    c.veil(rays, 0.1)
    c.ring(x, y, h * 0.33, mix(pale, c.palette.glow, 0.4), u * 0.25)
    ground = h * 0.84
    c.path(
        [
            ("M", 0.0, h),
            ("L", 0.0, ground + 2 * u),
            ("C", w * 0.3, ground - u, w * 0.7, ground - u, w, ground + 2 * u),
            ("L", w, h),
            ("Z",),
        ],
        down(ground, h, c.shade(0.16), c.shade(0.02)),
    )
    c.stand(x, ground + u, h * 0.7, c.shade(0.02), pale)
    mist = [Path(tuple(_mist(c, ground + c.between(-3, 4) * u)), Ink(c.shade(0.75))) for _ in range(4)]
    c.veil(mist, 0.14)
    dust = list[Command]()
    for _ in range(22):
        dust += dot(c.between(0, w), c.between(0.1, 0.85) * h)
    c.stroke(dust, pale, u * 0.3)


def _mist(c: Canvas, y: float) -> list[Command]:
    x0, x1, thick = c.between(-0.3, 0.3) * c.w, c.between(0.7, 1.3) * c.w, c.unit * c.between(0.8, 2)
    middle = (x0 + x1) / 2
    return [
        ("M", x0, y),
        ("C", middle, y - thick, middle, y - thick, x1, y),
        ("C", middle, y + thick, middle, y + thick, x0, y),
        ("Z",),
    ]


def hexfield(c: Canvas) -> None:
    """Cells like a honeycomb, lit from one side."""
    w, h, u = c.w, c.h, c.unit
    lamp = (w * c.between(0.2, 0.8), h * c.between(0.1, 0.5))
    c.ground(c.shade(0.03))
    r = max(w, h) / 9.5
    wide, high = 1.5 * r, math.sqrt(3) * r
    far = math.hypot(w, h) * 0.62
    for column in range(-1, int(w / wide) + 2):
        for row in range(-1, int(h / high) + 2):
            x, y = column * wide, row * high + (high / 2 if column % 2 else 0)
            tone = 0.62 - 0.55 * math.hypot(x - lamp[0], y - lamp[1]) / far + c.between(-0.07, 0.07)
            glowing = c.happens(0.07)
            c.polygon(regular(x, y, r * 0.94, 6), c.shade(tone * 0.6))
            inner = mix(c.palette.glow, c.shade(tone), 0.35) if glowing else c.shade(tone)
            c.polygon(regular(x, y - r * 0.05, r * 0.8, 6), inner)
    size = min(w, h) * 0.4
    if c.subject(c.shade(0)) is None:
        return
    x, y = w / 2, h / 2
    c.polygon(regular(x + u * 0.4, y + u * 0.8, size * 1.1, 6), c.shade(0.0))
    c.polygon(regular(x, y, size * 1.1, 6), c.palette.glow)
    c.polygon(regular(x, y, size * 1.03, 6), down(y - size, y + size, c.shade(0.3), c.shade(0.06)))
    c.show(x, y, size * 1.18, mix(c.palette.glow, c.shade(1), 0.5))


def radar(c: Canvas) -> None:
    """A screen with circles, a beam that turns, and what it has found."""
    w, h, u = c.w, c.h, c.unit
    x, y = w / 2, h * 0.5
    r = math.hypot(w, h) / 2
    c.ground(around(x, y, r, c.shade(0.36), c.shade(0.14), c.shade(0.03)))
    grid = list[Command]()
    step = min(w, h) / 7
    for n in range(-8, 9):
        grid += line([(x + n * step, 0), (x + n * step, h)]) + line([(0, y + n * step), (w, y + n * step)])
    c.stroke(grid, c.shade(0.3), u * 0.08)
    turn = c.between(0, 2 * math.pi)
    wedge = []
    for n in range(7):
        spread = 0.14 * (n + 1)
        arc = [turn - spread * k / 4 for k in range(5)]
        wedge.append(
            Path(
                tuple(outline([(x, y), *((x + r * math.cos(a), y + r * math.sin(a)) for a in arc)])),
                Ink(c.palette.glow),
            )
        )
    c.veil(wedge, 0.08)
    c.stroke(
        line([(x, y), (x + r * math.cos(turn), y + r * math.sin(turn))]),
        mix(c.palette.glow, c.shade(1), 0.5),
        u * 0.3,
    )
    for n in range(1, 5):
        c.ring(x, y, min(w, h) * 0.48 * n / 3, mix(c.shade(0.5), c.palette.glow, 0.3), u * 0.2)
    ticks = list[Command]()
    for n in range(48):
        angle, inner = n * math.pi / 24, min(w, h) * (0.44 if n % 4 else 0.42)
        ticks += line([(x + k * math.cos(angle), y + k * math.sin(angle)) for k in (inner, min(w, h) * 0.48)])
    c.stroke(ticks, c.shade(0.62), u * 0.14)
    for _ in range(c.whole(3, 6)):
        angle, away = turn - c.between(0.05, 1.2), min(w, h) * c.between(0.2, 0.5)
        px, py = x + away * math.cos(angle), y + away * math.sin(angle)
        c.glow(px, py, u * 1.6, c.palette.glow, 0.6, 3)
        c.circle(px, py, u * 0.5, c.shade(1))
    c.show(x, y, min(w, h) * 0.42, c.palette.glow, c.shade(0.05))


def burst(c: Canvas) -> None:
    """Rays from the middle, and dots that fade towards it."""
    w, h, u = c.w, c.h, c.unit
    x, y = w * c.between(0.45, 0.55), h * c.between(0.45, 0.55)
    c.ground(around(x, y, max(w, h) * 0.7, c.shade(0.72), c.shade(0.46), c.shade(0.24)))
    reach, count, turn = w + h, 14, c.between(0, 1)
    rays = list[Command]()
    for n in range(count):
        ends = [(n + turn + k) * 2 * math.pi / count for k in (0.0, 0.5)]
        rays += outline([(x, y), *((x + reach * math.cos(a), y + reach * math.sin(a)) for a in ends)])
    c.veil([Path(tuple(rays), Ink(c.palette.deep))], 0.22)
    dots = list[Command]()
    step = min(w, h) / 11
    for column in range(int(w / step) + 2):
        for row in range(int(h / step) + 2):
            px, py = column * step + (step / 2 if row % 2 else 0), row * step
            size = (math.hypot((px - x) / w, (py - y) / h) - 0.34) * step * 1.1
            if size > step * 0.06:
                dots += diamond(px, py, min(size, step * 0.46))
    c.path(dots, c.shade(0.12))
    points = [
        (x + k * math.cos(n * math.pi / 11), y + k * math.sin(n * math.pi / 11))
        for n in range(22)
        for k in (min(w, h) * (c.between(0.42, 0.5) if n % 2 else c.between(0.3, 0.34)),)
    ]
    c.polygon([(px + u * 0.6, py + u * 0.9) for px, py in points], c.shade(0.05))
    c.polygon(points, c.palette.glow)
    inner = [(x + (px - x) * 0.86, y + (py - y) * 0.86) for px, py in points]
    c.polygon(inner, around(x, y, min(w, h) * 0.4, c.shade(1), mix(c.shade(1), c.palette.glow, 0.5)))
    c.show(x, y, min(w, h) * 0.46, c.shade(0.06))


def blueprint(c: Canvas) -> None:
    """A plan: fine lines, marks, the subject drawn up."""
    w, h, u = c.w, c.h, c.unit
    c.ground(down(0, h, c.shade(0.4), c.shade(0.26)))
    fine, strong = list[Command](), list[Command]()
    step = min(w, h) / 20
    for n in range(int(w / step) + 1):
        (strong if n % 5 == 0 else fine).extend(line([(n * step, 0), (n * step, h)]))
    for n in range(int(h / step) + 1):
        (strong if n % 5 == 0 else fine).extend(line([(0, n * step), (w, n * step)]))
    c.stroke(fine, c.shade(0.44), u * 0.07)
    c.stroke(strong, c.shade(0.52), u * 0.12)
    size = min(w * 0.7, h * 0.7)
    x, y, half = w / 2, h / 2, size / 2
    pale = c.shade(0.92)
    c.ring(x, y, half * 1.08, c.shade(0.66), u * 0.14)
    axes = line([(x, y - half * 1.25), (x, y + half * 1.25)]) + line(
        [(x - half * 1.35, y), (x + half * 1.35, y)]
    )
    c.stroke(axes, c.shade(0.66), u * 0.12)
    if not c.show(x, y, size * 0.94, pale):
        for k in (0.9, 0.62, 0.3):
            c.stroke(outline(regular(x, y, half * k, c.whole(3, 8), c.between(0, 3))), pale, u * 0.3)
    dims = list[Command]()
    side = c.pick((-1, 1))
    at = x + side * half * 1.25
    dims += line([(at - u, y - half), (at + u, y - half)]) + line([(at - u, y + half), (at + u, y + half)])
    dims += line([(at, y - half), (at, y + half)])
    dims += line([(x - half, y + half * 1.16), (x + half, y + half * 1.16)])
    c.stroke(dims, c.palette.glow, u * 0.2)
    notes = list[Command]()
    for n in range(4):
        notes += box(w * 0.04, h * (0.06 + 0.045 * n), w * c.between(0.06, 0.16), u * 0.35)
        notes += box(w * 0.8, h * (0.8 + 0.045 * n), w * c.between(0.06, 0.16), u * 0.35)
    c.path(notes, c.shade(0.72))
    for k in (0.03, 0.97):
        c.circle(w * k, h * 0.97, u * 0.6, c.palette.glow)


def banner(c: Canvas) -> None:
    """Cloth with a sign on it, before a dark wall of stone."""
    w, h, u = c.w, c.h, c.unit
    c.ground(c.shade(0.06))
    high = h / 7
    for row in range(8):
        x = -c.between(0, 1) * high
        while x < w:
            wide = high * c.between(1.3, 2.2)
            away = math.hypot(x + wide / 2 - w / 2, row * high - h * 0.4) / (0.7 * w)
            c.rect(
                x,
                row * high,
                wide - u * 0.3,
                high - u * 0.3,
                c.shade(0.36 - 0.28 * min(away, 1) + c.between(-0.04, 0.04)),
                u * 0.4,
            )
            x += wide
    wide = min(w * 0.62, h * 0.9)
    left, right, top, end = (w - wide) / 2, (w + wide) / 2, h * 0.06, h * 0.94
    cloth = [(left, top), (right, top), (right, end), (w / 2, end - wide * 0.16), (left, end)]
    c.polygon([(px + u, py + u * 1.2) for px, py in cloth], c.shade(0.02))
    c.polygon(
        cloth,
        down(top, end, mix(c.palette.glow, c.shade(0.6), 0.25), mix(c.palette.glow, c.palette.deep, 0.5)),
    )
    folds = [
        Path(tuple(box(left + wide * k, top, wide * 0.07, (end - top) * 0.86)), Ink(c.palette.deep))
        for k in (0.14, 0.45, 0.74)
    ]
    c.veil(folds, 0.13)
    edge = [
        (left + u, top),
        (right - u, top),
        (right - u, end - u * 2.2),
        (w / 2, end - wide * 0.16 - u * 1.5),
        (left + u, end - u * 2.2),
    ]
    c.stroke(outline(edge), c.shade(0.85), u * 0.3)
    c.rect(
        left - 2 * u,
        top - u,
        wide + 4 * u,
        u * 1.6,
        down(top - u, top + u * 0.6, c.shade(0.7), c.shade(0.2)),
        u * 0.8,
    )
    if not c.show(w / 2, (top + end) / 2 - u, wide * 0.62, c.shade(0.98), c.shade(0.05)):
        c.polygon(regular(w / 2, (top + end) / 2 - u, wide * 0.24, 4), c.shade(0.95))
