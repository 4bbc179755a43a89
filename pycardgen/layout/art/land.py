"""Scenes under a sky, or under rock: mountains, woods, a town, a storm, the sea, a hall, a cave."""

from __future__ import annotations

from pycardgen.layout.art.brush import (
    Canvas,
    Point,
    around,
    box,
    dot,
    down,
    line,
    outline,
)
from pycardgen.layout.colors import mix
from pycardgen.layout.display import Command, Ink, Item, Path


def cavern(c: Canvas) -> None:
    """A cave, layer by layer towards a light."""
    w, h = c.w, c.h
    far = (w * c.between(0.38, 0.62), h * c.between(0.42, 0.55))
    c.ground(
        around(
            *far,
            max(w, h) * 0.62,
            mix(c.palette.glow, c.shade(1), 0.55),
            mix(c.palette.glow, c.shade(0.6), 0.5),
            c.shade(0.35),
        )
    )
    layers = 5
    for n in range(layers):
        near = n / (layers - 1)
        color = mix(c.shade(0.5 - 0.48 * near), c.palette.glow, 0.28 * (1 - near) ** 2)
        reach = h * (0.38 - 0.24 * near)
        c.polygon([(0, 0), *_teeth(c, far[0], h * 0.02, reach, 1), (w, 0)], color)
        c.polygon([(0, h), *_teeth(c, far[0], h * 0.98, reach, -1), (w, h)], color)
        if n == 2:
            c.stand(far[0], h * 0.94, h * 0.58, c.shade(0.03), mix(c.palette.glow, c.shade(1), 0.3))
    motes = list[Command]()
    for _ in range(16):
        motes += dot(far[0] + c.between(-0.3, 0.3) * w, c.between(0.15, 0.85) * h)
    c.stroke(motes, mix(c.palette.glow, c.shade(1), 0.6), c.unit * 0.3)


def _teeth(c: Canvas, middle: float, edge: float, reach: float, side: int) -> list[Point]:
    """A jagged edge that hangs from the roof (side 1) or stands on the floor (-1), lower in the middle."""
    points: list[Point] = []
    x, step = -c.w * 0.02, c.w / 13
    while x < c.w * 1.04:
        away = min(1.0, abs(x - middle) / (c.w * 0.5))
        grow = reach * (0.35 + 0.95 * away**1.4)
        points.append((x, edge + side * grow * c.between(0.55, 0.75)))
        points.append((x + step * c.between(0.3, 0.6), edge + side * grow * c.between(0.85, 1.5)))
        x += step * c.between(0.8, 1.3)
    return points


def mountains(c: Canvas) -> None:
    """Ridges behind ridges, under a sun or a moon."""
    w, h = c.w, c.h
    _heaven(c)
    _disc(c, w * c.between(0.25, 0.75), h * c.between(0.22, 0.36), h * c.between(0.1, 0.16))
    _birds(c)
    for n in range(4):
        part = n / 3
        ridge = _ridge(c, h * (0.48 + 0.15 * n), h * (0.26 - 0.045 * n), 33)
        top = mix(c.shade(0.72 - 0.66 * part), c.palette.glow, 0.3 * (1 - part))
        c.polygon([(0, h), *ridge, (w, h)], down(h * 0.3, h, top, mix(top, c.shade(0.8), 0.35 * (1 - part))))
        if n == 2:
            c.stand(w * 0.5, h * 0.93, h * 0.5, c.shade(0.02), mix(c.palette.glow, c.shade(1), 0.4))


def _ridge(c: Canvas, y: float, rough: float, count: int) -> list[Point]:
    """A line of hills, a little beyond the edges: halved again and again, each half moved by less."""
    heights = [0.0] * count
    heights[0], heights[-1] = c.between(-1, 1) * rough, c.between(-1, 1) * rough
    step = count - 1
    while step > 1:
        half = step // 2
        for at in range(half, count, step):
            heights[at] = (heights[at - half] + heights[at + half]) / 2 + c.between(-1, 1) * rough
        step, rough = half, rough * 0.52
    return [(c.w * (1.02 * n / (count - 1) - 0.01), y - height) for n, height in enumerate(heights)]


def _heaven(c: Canvas) -> None:
    c.ground(down(0, c.h * 0.75, c.shade(0.14), c.shade(0.45), mix(c.palette.glow, c.shade(0.9), 0.4)))


def _disc(c: Canvas, x: float, y: float, r: float) -> None:
    pale = mix(c.palette.glow, c.shade(1), 0.75)
    c.glow(x, y, r * 2.6, pale, 0.4, 6)
    c.circle(x, y, r, around(x, y, r, c.shade(1), pale))


def _birds(c: Canvas) -> None:
    found = list[Command]()
    x, y = c.between(0.2, 0.7) * c.w, c.between(0.1, 0.3) * c.h
    for _ in range(5):
        px, py, s = x + c.between(-6, 6) * c.unit, y + c.between(-3, 3) * c.unit, c.unit * c.between(0.5, 0.9)
        found += [
            ("M", px - s, py - s * 0.5),
            ("C", px - s * 0.5, py - s * 0.7, px - s * 0.2, py - s * 0.2, px, py),
            ("C", px + s * 0.2, py - s * 0.2, px + s * 0.5, py - s * 0.7, px + s, py - s * 0.5),
        ]
    c.stroke(found, c.shade(0.1), c.unit * 0.18)


def forest(c: Canvas) -> None:
    """Rows of firs that fade into mist."""
    w, h = c.w, c.h
    c.ground(down(0, h, c.shade(0.35), mix(c.palette.glow, c.shade(0.85), 0.5), c.shade(0.6)))
    _disc(c, w * c.between(0.3, 0.7), h * c.between(0.3, 0.45), h * 0.13)
    for n in range(4):
        near = n / 3
        color = mix(c.shade(0.62 - 0.6 * near), c.palette.glow, 0.25 * (1 - near))
        trees = list[Command]()
        size = h * (0.28 + 0.3 * near**1.5)
        ground = h * (0.66 + 0.13 * n)
        x = -w * 0.05
        while x < w * 1.05:
            gap = near > 0.3 and abs(x - w / 2) < w * (0.1 + 0.12 * near)
            if not gap:
                trees += _fir(x, ground + c.between(-0.02, 0.02) * h, size * c.between(0.65, 1.15))
            x += size * c.between(0.24, 0.44)
        c.path(trees, color)
        c.polygon([(0, h), *_ridge(c, ground, h * 0.02, 9), (w, h)], color)
        if n == 2:
            c.stand(w / 2, ground + h * 0.05, h * 0.5, c.shade(0.02), mix(c.palette.glow, c.shade(1), 0.4))


def _fir(x: float, y: float, high: float) -> list[Command]:
    wide = high * 0.2
    left: list[Point] = [(x - wide * 0.12, y)]
    for part in (0.08, 0.32, 0.56):
        left += [
            (x - wide * (1.05 - part), y - high * part),
            (x - wide * (0.5 - part * 0.6), y - high * (part + 0.17)),
        ]
    right = [(2 * x - px, py) for px, py in reversed(left)]
    return outline([*left, (x, y - high), *right])


def skyline(c: Canvas) -> None:
    """Towers with lit windows, at night, perhaps in the rain."""
    w, h, u = c.w, c.h, c.unit
    c.ground(down(0, h, c.shade(0.08), c.shade(0.3), mix(c.palette.glow, c.shade(0.6), 0.4)))
    _disc(c, w * c.between(0.2, 0.8), h * c.between(0.2, 0.35), h * c.between(0.08, 0.13))
    for n in range(3):
        near = n / 2
        color = mix(c.shade(0.42 - 0.36 * near), c.palette.glow, 0.16 * (1 - near))
        towers, windows, bright = list[Command](), list[Command](), list[Command]()
        x = -u
        while x < w:
            wide = c.between(3, 6.5) * u * (0.7 + 0.5 * near)
            middle = abs(x + wide / 2 - w / 2) / w
            high = h * c.between(0.3, 0.6) * (1 - 0.2 * n) * (0.65 + 0.7 * middle)
            towers += _tower(c, x, h - high, wide, high)
            pitch = u * (0.9 + 0.5 * near)
            rows, columns = int(high / pitch / 1.4), max(1, int(wide / pitch) - 1)
            for row in range(1, min(rows, 12)):
                for column in range(columns):
                    if c.happens(0.16 + 0.1 * near):
                        at = x + (column + 1) * pitch, h - high + row * pitch * 1.4
                        (bright if c.happens(0.4) else windows).extend(
                            line([at, (at[0], at[1] + pitch * 0.3)])
                        )
            x += wide + c.between(-0.4, 0.6) * u
        c.path(towers, color)
        c.stroke(windows[:240], mix(color, c.palette.glow, 0.5), pitch * 0.4)
        c.stroke(bright[:240], mix(c.palette.glow, c.shade(1), 0.3), pitch * 0.4)
        if n == 1:
            c.stand(w / 2, h * 0.98, h * 0.62, c.shade(0.02), mix(c.palette.glow, c.shade(1), 0.4))
    if c.happens(0.5):
        _rain(c, 46)


def _tower(c: Canvas, x: float, y: float, wide: float, high: float) -> list[Command]:
    kind = c.whole(0, 3)
    cap = wide * 0.35
    if kind == 0:
        return box(x, y, wide, high)
    if kind == 1:
        return outline([(x, y + cap), (x + wide, y), (x + wide, y + high), (x, y + high)])
    if kind == 2:
        mast = x + wide / 2
        return [*box(x, y, wide, high), *box(mast - wide * 0.03, y - high * 0.16, wide * 0.06, high * 0.17)]
    inner = wide * 0.2
    return [*box(x, y + cap, wide, high - cap), *box(x + inner, y, wide - 2 * inner, cap + 0.1)]


def _rain(c: Canvas, count: int) -> None:
    drops = list[Command]()
    lean = c.between(-0.25, -0.1)
    for _ in range(count):
        x, y, size = c.between(0, c.w * 1.1), c.between(-0.1, 1) * c.h, c.between(2, 5) * c.unit
        drops += line([(x, y), (x + lean * size, y + size)])
    c.stroke(drops, c.shade(0.72), c.unit * 0.1)


def storm(c: Canvas) -> None:
    """Clouds, lightning, rain over a plain."""
    w, h = c.w, c.h
    c.ground(down(0, h * 0.85, c.shade(0.08), c.shade(0.3), mix(c.palette.glow, c.shade(0.75), 0.45)))
    strike = (w * c.between(0.3, 0.7), h * 0.3)
    c.glow(strike[0], strike[1], h * 0.5, mix(c.palette.glow, c.shade(1), 0.5), 0.4, 6)
    bolt = _bolt(c, strike, h * 0.84)
    c.stroke(line(bolt), c.palette.glow, c.unit * 1.1)
    c.stroke(line(bolt), c.shade(1), c.unit * 0.45)
    fork = _bolt(c, bolt[3], h * 0.7)
    c.stroke(line(fork), mix(c.palette.glow, c.shade(1), 0.7), c.unit * 0.25)
    for n in range(3):
        _cloud(c, h * (0.36 - 0.12 * n), c.shade(0.34 - 0.13 * n))
    c.polygon([(0, h), *_ridge(c, h * 0.84, h * 0.03, 17), (w, h)], c.shade(0.14))
    c.stand(w * 0.5, h * 0.95, h * 0.5, c.shade(0.02), mix(c.palette.glow, c.shade(1), 0.5))
    c.polygon([(0, h), *_ridge(c, h * 0.93, h * 0.03, 17), (w, h)], c.shade(0.05))
    _rain(c, 60)


def _bolt(c: Canvas, start: Point, end: float) -> list[Point]:
    points = [start]
    while points[-1][1] < end:
        x, y = points[-1]
        points.append((x + c.between(-0.07, 0.07) * c.w, y + c.between(0.06, 0.12) * c.h))
    return points if len(points) > 4 else [*points, *[points[-1]] * (5 - len(points))]


def _cloud(c: Canvas, y: float, color: str) -> None:
    """A bank of clouds from the upper edge down to `y`."""
    commands: list[Command] = [("M", 0.0, 0.0), ("L", 0.0, y)]
    x = 0.0
    while x < c.w:
        step, sag = c.between(0.1, 0.2) * c.w, c.between(0.05, 0.11) * c.h
        commands.append(("C", x + step * 0.1, y + sag, x + step * 0.9, y + sag, x + step, y))
        x += step
    c.path([*commands, ("L", x, 0.0), ("Z",)], down(0, y + c.h * 0.1, mix(color, c.palette.deep, 0.4), color))


def sea(c: Canvas) -> None:
    """Waves, and the shine of a low sun on them."""
    w, h, u = c.w, c.h, c.unit
    _heaven(c)
    x, line_ = w * c.between(0.3, 0.7), h * c.between(0.5, 0.56)
    _disc(c, x, line_ - h * c.between(0.02, 0.12), h * c.between(0.12, 0.18))
    c.rect(0, line_, w, h - line_, down(line_, h, mix(c.shade(0.55), c.palette.glow, 0.3), c.shade(0.14)))
    shine = list[Command]()
    for n in range(14):
        y = line_ + (h - line_) * (n / 14) ** 1.4
        wide = u * (2.5 + 9 * n / 14) * c.between(0.5, 1.1)
        shine += box(x - wide / 2 + c.between(-1, 1) * u, y, wide, u * (0.16 + 0.4 * n / 14))
    c.path(shine, mix(c.palette.glow, c.shade(1), 0.5))
    for n in range(4):
        y = line_ + (h - line_) * (0.28 + 0.22 * n)
        if n == 1:
            c.stand(w * 0.5, y + h * 0.04, h * 0.5, c.shade(0.03), mix(c.palette.glow, c.shade(1), 0.4))
        _wave(c, y, u * (0.8 + 0.7 * n), c.shade(0.4 - 0.12 * n))


def _wave(c: Canvas, y: float, high: float, color: str) -> None:
    commands: list[Command] = [("M", 0.0, c.h), ("L", 0.0, y)]
    x, step = -c.between(0, 1) * high * 4, high * 5
    commands.append(("L", x, y))
    while x < c.w:
        commands.append(("C", x + step * 0.3, y, x + step * 0.4, y - high, x + step * 0.55, y - high))
        commands.append(("C", x + step * 0.5, y - high * 0.4, x + step * 0.75, y, x + step, y))
        x += step
    c.path([*commands, ("L", x, c.h), ("Z",)], color)


def hall(c: Canvas) -> None:
    """Arch behind arch, towards a bright end."""
    w, h, u = c.w, c.h, c.unit
    x = w * c.between(0.44, 0.56)
    pale = mix(c.palette.glow, c.shade(1), 0.6)
    c.ground(pale)
    count = 6
    floor = h * 0.97
    for n in range(count):
        near = n / (count - 1)
        scale = 0.2 + 0.8 * near**1.25
        middle = x + (w / 2 - x) * scale
        half, top, base = w * 0.46 * scale, h * 0.6 - h * 0.58 * scale, h * 0.62 + (floor - h * 0.62) * scale
        tone = mix(c.shade(0.66 - 0.62 * near), c.palette.glow, 0.35 * (1 - near))
        c.rect(0, base, w, h - base, mix(tone, c.palette.deep, 0.2))
        c.path([*box(0, 0, w, base), *_arch(middle, top, base, half * 0.84)], tone, even_odd=True)
        c.stroke(_arch(middle, top, base, half * 0.84), mix(tone, pale, 0.35), u * 0.35 * scale)
        for side in (-1, 1):
            pillar = half * 0.16
            at = middle + side * half * 0.9 - pillar / 2
            c.rect(at, top + (base - top) * 0.42, pillar, (base - top) * 0.58, mix(tone, c.palette.deep, 0.4))
            c.rect(
                at - pillar * 0.2,
                top + (base - top) * 0.38,
                pillar * 1.4,
                (base - top) * 0.05,
                mix(tone, pale, 0.2),
            )
        if n == count - 3:
            c.stand(middle, base + h * 0.05, h * 0.5, c.shade(0.03), pale)
    rays = [
        outline([(x - u, h * 0.3), (x + u, h * 0.3), (x + w * k + 3 * u, h), (x + w * k - 3 * u, h)])
        for k in (-0.3, 0.05, 0.35)
    ]
    c.veil(_fills(rays, pale), 0.08)


def _arch(x: float, top: float, base: float, half: float) -> list[Command]:
    """A pointed opening."""
    spring = top + (base - top) * 0.42
    return [
        ("M", x - half, base),
        ("L", x - half, spring),
        ("C", x - half, top + (spring - top) * 0.45, x - half * 0.55, top + (spring - top) * 0.12, x, top),
        (
            "C",
            x + half * 0.55,
            top + (spring - top) * 0.12,
            x + half,
            top + (spring - top) * 0.45,
            x + half,
            spring,
        ),
        ("L", x + half, base),
        ("Z",),
    ]


def _fills(paths: list[list[Command]], color: str) -> list[Item]:
    return [Path(tuple(commands), Ink(color)) for commands in paths]
