"""Scenes of metal: a corridor, warning stripes, a circuit, machinery, tanks."""

from __future__ import annotations

import math
from itertools import pairwise

from pycardgen.layout.art.brush import (
    Canvas,
    Point,
    across,
    around,
    between,
    box,
    dot,
    down,
    line,
    outline,
    regular,
)
from pycardgen.layout.colors import mix
from pycardgen.layout.display import Command


def corridor(c: Canvas) -> None:
    """A way through a station, towards a light."""
    w, h, u = c.w, c.h, c.unit
    far = (w * c.between(0.4, 0.6), h * c.between(0.4, 0.5))
    doors = {(c.whole(1, 3), c.pick((2, 6))) for _ in range(2)}
    shape = c.pick(((0.52, 0.62), (0.52, 0.62), (0.76, 0.8), (0.36, 0.42)))
    strips = c.pick((((0.42, 0.58),), ((0.42, 0.58),), ((0.2, 0.3), (0.7, 0.8))))
    pipes = c.pick((0, 1, 7))
    rings = [_frame(w, h, far, 1.12 * 0.68**n, shape) for n in range(8)]
    c.ground(c.shade(0.05))
    c.polygon(rings[-1], mix(c.palette.glow, c.shade(1), 0.6))
    for n in range(len(rings) - 2, -1, -1):
        near, deep = rings[n], rings[n + 1]
        distance = n / (len(rings) - 2)
        for side in range(8):
            after = (side + 1) % 8
            quad = [near[side], near[after], deep[after], deep[side]]
            tone = (0.34, 0.2, 0.26, 0.12, 0.16, 0.12, 0.26, 0.2)[side] + 0.26 * distance
            c.polygon(quad, mix(c.shade(tone), c.palette.glow, 0.35 * distance**3))
            if side in (2, 6):
                _panel(c, quad, tone, (n, side) in doors)
            if side == pipes != 0:
                _pipes(c, quad, tone)
        for strip in strips:
            _lamp(c, near, deep, strip, distance)
        _walkway(c, near, deep, n)
        rib = [*outline(near), *outline([between(p, far, 0.07) for p in near])]
        c.path(rib, c.shade(0.1 + 0.3 * distance), even_odd=True)
    c.glow(*far, min(w, h) * 0.3, c.palette.glow, 0.35, 5)
    floor = far[1] + (h * 0.56) * 0.5
    c.stand(far[0], floor + u * 3, h * 0.5, c.shade(0.02), mix(c.palette.glow, c.shade(1), 0.4))


def _frame(w: float, h: float, far: Point, scale: float, shape: Point) -> list[Point]:
    """An eight-sided cross-section: corner by corner from the top's left end, clockwise.

    `shape` is how much of the width and of the height is straight.
    """
    hw, hh, (cx, cy) = w * 0.56 * scale, h * 0.56 * scale, shape
    x, y = far
    x += (w / 2 - far[0]) * scale
    y += (h / 2 - far[1]) * scale
    return [
        (x - hw * cx, y - hh),
        (x + hw * cx, y - hh),
        (x + hw, y - hh * cy),
        (x + hw, y + hh * cy),
        (x + hw * cx, y + hh),
        (x - hw * cx, y + hh),
        (x - hw, y + hh * cy),
        (x - hw, y - hh * cy),
    ]


def _panel(c: Canvas, quad: list[Point], tone: float, door: bool) -> None:
    """On a wall: a sunken plate, or a door with a lamp."""
    a, b, d, e = quad
    inner = [
        between(between(a, e, p), between(b, d, p), q)
        for p, q in ((0.22, 0.2), (0.22, 0.94 if door else 0.75), (0.8, 0.94 if door else 0.75), (0.8, 0.2))
    ]
    c.polygon(inner, c.shade(tone * 0.45 if door else tone * 0.8))
    if door:
        lamp = [
            between(between(a, e, p), between(b, d, p), q)
            for p, q in ((0.4, 0.28), (0.4, 0.33), (0.62, 0.33), (0.62, 0.28))
        ]
        c.polygon(lamp, c.palette.glow)
    else:
        seam = [between(inner[0], inner[1], 0.5), between(inner[3], inner[2], 0.5)]
        c.stroke(line(seam), c.shade(tone * 1.35), c.unit * 0.14)


def _pipes(c: Canvas, quad: list[Point], tone: float) -> None:
    """Two pipes along a wall, and the light on them."""
    a, b, d, e = quad
    for part, wide in ((0.3, 0.16), (0.6, 0.12)):
        for low, high, bright in ((0.0, 1.0, 0.5), (0.2, 0.45, 1.7)):
            p, q = part + wide * low, part + wide * high
            c.polygon(
                [between(a, b, p), between(a, b, q), between(e, d, q), between(e, d, p)],
                c.shade(tone * bright),
            )


def _lamp(c: Canvas, near: list[Point], deep: list[Point], strip: Point, distance: float) -> None:
    a, b = between(near[0], near[1], strip[0]), between(near[0], near[1], strip[1])
    d, e = between(deep[0], deep[1], strip[1]), between(deep[0], deep[1], strip[0])
    lit = [between(a, e, 0.2), between(b, d, 0.2), between(b, d, 0.75), between(a, e, 0.75)]
    c.polygon(lit, mix(c.palette.glow, c.shade(1), 0.35 + 0.5 * distance))


def _walkway(c: Canvas, near: list[Point], deep: list[Point], n: int) -> None:
    """Two plates of the floor, and the shine of the lamps between them."""
    right, left, far_right, far_left = near[4], near[5], deep[4], deep[5]
    for low, high, tone in ((0.1, 0.42, 0.2), (0.58, 0.9, 0.2), (0.46, 0.54, 0.46)):
        quad = [
            between(left, right, low),
            between(left, right, high),
            between(far_left, far_right, high),
            between(far_left, far_right, low),
        ]
        c.polygon(
            [between(quad[0], quad[3], 0.08), between(quad[1], quad[2], 0.08), quad[2], quad[3]],
            c.shade(tone + 0.05 * n),
        )


def hazard(c: Canvas) -> None:
    """Stripes that warn, on plates of metal."""
    w, h, u = c.w, c.h, c.unit
    c.ground(down(0, h, c.shade(0.5), c.shade(0.3)))
    seams = [w * c.between(0.2, 0.4), w * c.between(0.6, 0.8)]
    edges = [0.0, *seams, w]
    for n, (x0, x1) in enumerate(pairwise(edges)):
        tone = c.between(0.34, 0.5)
        c.rect(
            x0 + u * 0.15, 0, x1 - x0 - u * 0.3, h, down(0, h, c.shade(tone), c.shade(tone - 0.14 - 0.03 * n))
        )
    rivets, shadows = list[Command](), list[Command]()
    for x in seams:
        for n in range(7):
            y = h * (n + 0.5) / 7
            for side in (-1.2, 1.2):
                shadows += dot(x + side * u + u * 0.12, y + u * 0.14)
                rivets += dot(x + side * u, y)
    c.stroke(shadows, c.shade(0.12), u * 0.7)
    c.stroke(rivets, c.shade(0.68), u * 0.6)
    lean = c.pick((-1, 1))
    thick = h * c.between(0.15, 0.2)
    _stripes(c, 0, thick, lean)
    _stripes(c, h - thick, thick, lean)
    scratches = list[Command]()
    for _ in range(9):
        x, y, size = c.between(0, w), c.between(thick, h - thick), c.between(1, 4) * u
        scratches += line([(x, y), (x + size, y - size * c.between(0.1, 0.6))])
    c.stroke(scratches, c.shade(0.62), u * 0.1)
    size = min(w * 0.6, (h - 2 * thick) * 0.86)
    if c.subject(c.palette.glow) is None:
        _sign(c, w / 2, h / 2, size / 2)
    else:
        c.show(w / 2 + u * 0.5, h / 2 + u * 0.6, size, c.shade(0.14))
        c.show(w / 2, h / 2, size, c.palette.glow)


def _stripes(c: Canvas, y: float, thick: float, lean: int) -> None:
    c.rect(0, y, c.w, thick, c.shade(0.04))
    step = thick * 0.9
    found = list[Command]()
    for n in range(-2, int(c.w / step / 2) + 3):
        x = n * step * 2
        found += outline(
            [(x, y), (x + step, y), (x + step + lean * thick, y + thick), (x + lean * thick, y + thick)]
        )
    c.path(found, c.palette.glow)
    c.rect(0, y, c.w, c.unit * 0.5, c.shade(0.6))
    c.rect(0, y + thick - c.unit * 0.5, c.w, c.unit * 0.5, c.shade(0.08))


def _sign(c: Canvas, x: float, y: float, r: float) -> None:
    """A triangle with an exclamation mark."""
    corners = regular(x, y + r * 0.15, r, 3, -math.pi / 2)
    c.polygon([(px + c.unit * 0.5, py + c.unit * 0.6) for px, py in corners], c.shade(0.14))
    c.polygon(corners, c.palette.glow)
    c.polygon(regular(x, y + r * 0.15, r * 0.74, 3, -math.pi / 2), c.shade(0.06))
    c.polygon(
        [
            (x - r * 0.08, y - r * 0.25),
            (x + r * 0.08, y - r * 0.25),
            (x + r * 0.05, y + r * 0.2),
            (x - r * 0.05, y + r * 0.2),
        ],
        c.palette.glow,
    )
    c.circle(x, y + r * 0.34, r * 0.08, c.palette.glow)


def circuit(c: Canvas) -> None:
    """Conductors that run from a chip over a board."""
    w, h, u = c.w, c.h, c.unit
    c.ground(around(w / 2, h / 2, max(w, h) * 0.7, c.shade(0.34), c.shade(0.14), c.shade(0.04)))
    half = min(w, h) * 0.25
    x, y = w / 2, h / 2
    plain, lit, pads, bright = list[Command](), list[Command](), list[Command](), list[Command]()
    for side in range(4):
        for n in range(8):
            route = _route(c, (n - 3.5) * half / 4.4, half, side)
            glowing = c.happens(0.22)
            (lit if glowing else plain).extend(line(route))
            (bright if glowing else pads).extend(outline(regular(*route[-1], u * 0.62, 8)))
    c.stroke(plain, c.shade(0.42), u * 0.32)
    c.stroke(lit, c.palette.glow, u * 0.36)
    c.path(pads, c.shade(0.55))
    c.path(bright, mix(c.palette.glow, c.shade(1), 0.4))
    for _ in range(5):
        size = c.between(2.2, 4) * u
        left, top = c.between(0, w - size), c.pick((c.between(0, h * 0.2), c.between(h * 0.8, h) - size))
        c.rect(left, top, size, size * 0.6, c.shade(0.08), u * 0.3)
        c.rect(left + u * 0.3, top + u * 0.3, u * 0.5, u * 0.5, c.shade(0.6))
    pins = list[Command]()
    for n in range(8):
        at = (n - 3.5) * half / 4.4 - u * 0.3
        pins += box(x + at, y - half - u, u * 0.6, 2 * half + 2 * u)
        pins += box(x - half - u, y + at, 2 * half + 2 * u, u * 0.6)
    c.path(pins, c.shade(0.7))
    c.rect(x - half, y - half, 2 * half, 2 * half, c.shade(0.03), u)
    c.rect(
        x - half * 0.9,
        y - half * 0.9,
        1.8 * half,
        1.8 * half,
        down(y - half, y + half, c.shade(0.3), c.shade(0.12)),
        u * 0.7,
    )
    if not c.show(x, y, half * 1.35, c.palette.glow):
        c.circle(x, y, half * 0.42, around(x, y, half * 0.42, c.shade(1), c.palette.glow, c.shade(0.2)))
        c.ring(x, y, half * 0.6, c.palette.glow, u * 0.3)


def _route(c: Canvas, start: float, half: float, side: int) -> list[Point]:
    """From a pin outwards: straight on, aside at an angle, straight on again."""
    out, reach = half + c.unit, (c.w if side in (1, 3) else c.h) / 2
    first = out + c.between(0.1, 0.35) * (reach - out)
    bend = start * c.between(0.5, 1.7)
    second = first + abs(bend)
    end = max(second, c.between(second, reach * 1.1))
    local = [(start, -out), (start, -first), (start + bend, -second), (start + bend, -end)]
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[side]
    return [(c.w / 2 + p * cos - q * sin, c.h / 2 + p * sin + q * cos) for p, q in local]


def machinery(c: Canvas) -> None:
    """Wheels, pipes and a gauge."""
    w, h, u = c.w, c.h, c.unit
    c.ground(down(0, h, c.shade(0.22), c.shade(0.08)))
    for _ in range(2):
        _gear(c, c.between(0, w), c.between(0, h), c.between(6, 11) * u, c.between(0.12, 0.22))
    for n in range(c.whole(2, 3)):
        thick = c.between(2.4, 4.2) * u
        if n == 0:
            _pipe(c, 0, h * c.between(0.72, 0.86), w, thick, False)
        else:
            _pipe(c, w * c.pick((0.1, 0.16, 0.8, 0.88)), 0, h, thick, True)
    big = min(w, h) * 0.36
    x, y = w * c.between(0.42, 0.58), h * 0.48
    small = big * 0.55
    side = c.pick((-1, 1))
    _gear(c, x + side * (big + small * 0.86), y + big * c.between(-0.6, 0.5), small, 0.42)
    _gear(c, x, y, big, 0.55)
    hub = big * 0.62
    c.circle(x, y, hub, around(x - hub * 0.4, y - hub * 0.4, hub * 1.6, c.shade(0.3), c.shade(0.05)))
    c.ring(x, y, hub, c.shade(0.7), u * 0.3)
    if not c.show(x, y, hub * 1.3, c.palette.glow):
        c.circle(x, y, hub * 0.4, around(x, y, hub * 0.4, c.shade(1), c.palette.glow))
    steam = [(w * c.between(0.1, 0.9), h * c.between(0.5, 0.9)) for _ in range(2)]
    for px, py in steam:
        c.glow(px, py, 8 * u, c.shade(0.9), 0.16, 4)


def _gear(c: Canvas, x: float, y: float, r: float, tone: float) -> None:
    teeth = max(9, min(18, round(r / c.unit * 1.3)))
    points = []
    turn = c.between(0, 1)
    for n in range(teeth):
        for part, reach in ((0.0, 0.86), (0.14, 1.0), (0.46, 1.0), (0.6, 0.86)):
            angle = (n + part + turn) * 2 * math.pi / teeth
            points.append((x + r * reach * math.cos(angle), y + r * reach * math.sin(angle)))
    c.polygon([(px + c.unit * 0.5, py + c.unit * 0.7) for px, py in points], c.shade(tone * 0.3))
    c.polygon(points, down(y - r, y + r, c.shade(tone + 0.16), c.shade(tone * 0.6)))
    holes = list[Command]()
    for hx, hy in regular(x, y, r * 0.6, 6, turn):
        holes += dot(hx, hy)
    c.stroke(holes, c.shade(tone * 0.25), r * 0.27)
    c.circle(x, y, r * 0.3, c.shade(tone * 0.45))
    c.circle(x, y, r * 0.16, c.shade(tone + 0.2))


def _pipe(c: Canvas, x: float, y: float, length: float, thick: float, upright: bool) -> None:
    tones = (c.shade(0.1), c.shade(0.62), c.shade(0.34), c.shade(0.06))
    flange = thick * 1.4
    if upright:
        c.rect(x, y, thick, length, across(x, x + thick, *tones))
        for part in (0.2, 0.75):
            at = x - (flange - thick) / 2
            c.rect(at, y + length * part, flange, thick * 0.5, across(at, at + flange, *tones), 0.2 * c.unit)
    else:
        c.rect(x, y, length, thick, down(y, y + thick, *tones))
        for part in (0.15, 0.6, 0.85):
            at = y - (flange - thick) / 2
            c.rect(x + length * part, at, thick * 0.5, flange, down(at, at + flange, *tones), 0.2 * c.unit)


def tanks(c: Canvas) -> None:
    """A row of tanks that shine in the dark; something floats in the middle one."""
    w, h, u = c.w, c.h, c.unit
    c.ground(down(0, h, c.shade(0.16), c.shade(0.05), c.shade(0.2)))
    count = max(3, round(w / h * 2.2) | 1)
    for n in range(count * 2):
        _tank(c, w * (n + 0.5) / count / 2, h * 0.2, w / count * 0.3, h * 0.5, 0.3)
    middle = count // 2
    for n in [n for n in range(count) if n != middle]:
        _tank(c, w * (n + 0.5) / count, h * 0.13, w / count * 0.62, h * 0.68, 0.6)
    wide = max(w / count * 0.92, h * 0.46)
    floor = h * 0.9
    c.polygon([(0, floor), (w, floor), (w, h), (0, h)], down(floor, h, c.shade(0.3), c.shade(0.08)))
    c.glow(w / 2, h * 0.5, h * 0.62, c.palette.glow, 0.35, 5)
    _tank(c, w / 2, h * 0.06, wide, h * 0.84, 1.0)
    c.show(w / 2, h * 0.48, min(wide * 0.74, h * 0.56), c.shade(0.04))
    bubbles = list[Command]()
    for _ in range(9):
        bubbles += outline(
            regular(
                w / 2 + c.between(-0.36, 0.36) * wide, c.between(0.18, 0.8) * h, u * c.between(0.2, 0.55), 8
            )
        )
    c.path(bubbles, mix(c.palette.glow, c.shade(1), 0.75))


def _tank(c: Canvas, x: float, y: float, wide: float, high: float, bright: float) -> None:
    glow = mix(c.shade(0.1), c.palette.glow, 0.25 + 0.6 * bright)
    dim = mix(c.shade(0.08), c.palette.glow, 0.28 * bright)
    left = x - wide / 2
    c.rect(
        left,
        y,
        wide,
        high,
        across(left, left + wide, dim, glow, mix(glow, c.shade(1), 0.35 * bright), glow, dim),
        wide * 0.12,
    )
    c.rect(
        left + wide * 0.1, y + high * 0.1, wide * 0.06, high * 0.7, mix(glow, c.shade(1), 0.55), wide * 0.03
    )
    for top in (y - high * 0.02, y + high * 0.9):
        c.rect(
            left - wide * 0.07,
            top,
            wide * 1.14,
            high * 0.12,
            across(left, left + wide, c.shade(0.06), c.shade(0.2 + 0.35 * bright), c.shade(0.05)),
            wide * 0.03,
        )
    c.rect(left + wide * 0.4, y + high * 0.94, wide * 0.2, high * 0.03, c.palette.glow)
