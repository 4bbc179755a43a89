"""Scenes of space: stars, a planet, a window of a ship."""

from __future__ import annotations

import itertools
import math

from pycardgen.layout.art.brush import (
    Canvas,
    around,
    box,
    dot,
    down,
    ellipse,
    glint,
    outline,
    regular,
)
from pycardgen.layout.colors import mix
from pycardgen.layout.display import Circle, Command, Ink, Path


def starfield(c: Canvas) -> None:
    """Stars and clouds of gas."""
    _sky(c)
    for _ in range(3):
        _nebula(c, c.between(0.1, 0.9) * c.w, c.between(0.1, 0.9) * c.h, c.between(0.35, 0.6) * c.h)
    _stars(c, 90)
    _glints(c, 5)
    if c.happens(0.6):
        x, y = c.between(0.1, 0.9) * c.w, c.between(0.12, 0.4) * c.h
        _globe(c, x, y, c.unit * c.between(1.4, 3.2), 0.8)
    c.show(c.w / 2, c.h * 0.54, min(c.w, c.h) * 0.56, c.shade(0.04), c.shade(0.85))


def planet(c: Canvas) -> None:
    """A planet, half in the dark, perhaps with rings and a moon."""
    _sky(c)
    _nebula(c, c.between(0, 1) * c.w, c.between(0, 0.5) * c.h, 0.6 * c.h)
    _stars(c, 70)
    _glints(c, 3)
    left = c.happens(0.5)
    r = c.h * c.between(0.42, 0.6)
    x = c.w * (c.between(0.16, 0.34) if left else c.between(0.66, 0.84))
    y = c.h * c.between(0.62, 0.85)
    ringed = c.happens(0.5)
    turn = c.between(-0.5, -0.25) if left else c.between(0.25, 0.5)
    if ringed:
        r *= 0.72
        _rings(c, x, y, r, turn, front=False)
    c.glow(x, y, r * 1.3, c.shade(0.6), 0.35, 5)
    _globe(c, x, y, r, 1.0)
    if ringed:
        _rings(c, x, y, r, turn, front=True)
    side = c.w - x
    _globe(
        c, side + c.between(-2, 2) * c.unit, c.h * c.between(0.18, 0.36), c.unit * c.between(2.2, 4.2), 0.7
    )
    c.show(side * 0.8 + c.w * 0.1, c.h * 0.56, min(c.w, c.h) * 0.5, c.shade(0.03), c.palette.glow)


def viewport(c: Canvas) -> None:
    """What is seen through the window of a ship, and its console in the dark."""
    planet_of = Canvas(c.w, c.h, c.palette, c.random, lambda _: None, c.items)
    planet(planet_of)
    u, w, h = c.unit, c.w, c.h
    sill = h * 0.74
    panes = [w * 0.06, w * c.between(0.3, 0.4), w * c.between(0.62, 0.7), w * 0.94]
    wall: list[Command] = box(0, 0, w, h)
    for x0, x1 in itertools.pairwise(panes):
        wall += outline(_pane(x0 + u * 0.7, h * 0.07, x1 - u * 0.7, sill, 2.2 * u))
    c.path(wall, down(0, h, c.shade(0.3), c.shade(0.12)), even_odd=True)
    for x0, x1 in itertools.pairwise(panes):
        rim = _pane(x0 + u * 0.7, h * 0.07, x1 - u * 0.7, sill, 2.2 * u)
        c.stroke(outline(rim), c.shade(0.62), u * 0.25)
    rivets = [
        mark for x in panes[1:-1] for n in range(6) for mark in dot(x, h * 0.12 + n * (sill - h * 0.14) / 6)
    ]
    c.stroke(rivets, c.shade(0.7), u * 0.45)
    c.stand(w / 2, h * 0.97, h * 0.52, c.shade(0.02), c.shade(0.75))
    desk = h * 0.85
    c.polygon(
        [(0, desk + 2 * u), (w * 0.2, desk), (w * 0.8, desk), (w, desk + 2 * u), (w, h), (0, h)],
        down(desk, h, c.shade(0.28), c.shade(0.05)),
    )
    lamps: dict[str, list[Command]] = {}
    for n in range(22):
        x = w * (0.04 + 0.92 * n / 21)
        color = c.pick((c.palette.glow, c.shade(0.75), c.shade(0.45)))
        lamps.setdefault(color, []).extend(box(x, desk + u * c.pick((2.8, 4.0)), u * 0.9, u * 0.5))
    for color, commands in lamps.items():
        c.path(commands, color)


def _pane(x0: float, y0: float, x1: float, y1: float, cut: float) -> list[tuple[float, float]]:
    return [
        (x0 + cut, y0),
        (x1 - cut, y0),
        (x1, y0 + cut),
        (x1, y1 - cut),
        (x1 - cut, y1),
        (x0 + cut, y1),
        (x0, y1 - cut),
        (x0, y0 + cut),
    ]


def _sky(c: Canvas) -> None:
    c.ground(down(0, c.h, c.shade(0.0), c.shade(0.12), c.shade(0.3)))


def _nebula(c: Canvas, x: float, y: float, r: float) -> None:
    color = c.pick((c.shade(0.5), c.shade(0.7), c.palette.glow))
    turn = c.between(0, math.pi)
    puffs = []
    for step in range(7):
        part = 1 - step / 8
        puffs.append(
            Path(
                tuple(
                    ellipse(
                        x + c.between(-1, 1) * r * 0.2,
                        y + c.between(-1, 1) * r * 0.12,
                        r * part,
                        r * part * 0.5,
                        turn,
                    )
                ),
                Ink(color),
            )
        )
    c.veil(puffs, 0.055)


def _stars(c: Canvas, count: int) -> None:
    small, middle, large = list[Command](), list[Command](), list[Command]()
    for n in range(count):
        x, y = c.between(0, c.w), c.between(0, c.h)
        if n % 12 == 0:
            large += dot(x, y)
        elif n % 4 == 0:
            middle += dot(x, y)
        else:
            small += dot(x, y)
    c.stroke(small, c.shade(0.55), c.unit * 0.18)
    c.stroke(middle, c.shade(0.8), c.unit * 0.3)
    c.stroke(large, c.shade(1), c.unit * 0.46)


def _glints(c: Canvas, count: int) -> None:
    found = list[Command]()
    for _ in range(count):
        found += glint(c.between(0, c.w), c.between(0, c.h), c.unit * c.between(0.8, 1.9))
    c.path(found, mix(c.shade(1), "#ffffff", 0.5))


def _globe(c: Canvas, x: float, y: float, r: float, bright: float) -> None:
    """A ball lit from the upper left, with bands and a dark side."""
    lit = around(
        x - r * 0.45,
        y - r * 0.5,
        r * 1.75,
        c.shade(0.95 * bright),
        c.shade(0.6 * bright),
        c.shade(0.22),
        c.shade(0.04),
    )
    c.circle(x, y, r, lit)
    if r < c.unit * 6:
        return
    bands = []
    for n in range(5):
        top = c.between(-0.8, 0.7)
        bands.append(
            Path(
                tuple(_band(x, y, r, top, top + c.between(0.05, 0.2))),
                Ink(c.palette.glow if n == 0 else c.shade(c.pick((0.2, 0.75)))),
            )
        )
    c.veil(bands, 0.13)
    craters = []
    for _ in range(6):
        angle, away = c.between(0, 2 * math.pi), math.sqrt(c.between(0, 0.5)) * r
        craters.append(
            Circle(
                x + away * math.cos(angle),
                y + away * math.sin(angle),
                r * c.between(0.02, 0.09),
                Ink(c.shade(0.15)),
            )
        )
    c.veil(craters, 0.16)


def _band(x: float, y: float, r: float, top: float, bottom: float) -> list[Command]:
    """The part of a ball between two heights (-1 to 1), with sides as round as the ball's."""
    points = [(x + r * math.cos(math.asin(v)), y + r * v) for v in _steps(top, bottom)]
    points += [(x - r * math.cos(math.asin(v)), y + r * v) for v in reversed(list(_steps(top, bottom)))]
    return outline(points)


def _steps(low: float, high: float) -> list[float]:
    return [max(-1.0, min(1.0, low + (high - low) * n / 3)) for n in range(4)]


def _rings(c: Canvas, x: float, y: float, r: float, turn: float, front: bool) -> None:
    """The rings of a planet: what lies behind it, or in front."""
    for outer, inner, color in (
        (1.95, 1.68, c.shade(0.55)),
        (1.62, 1.36, c.shade(0.78)),
        (1.32, 1.25, c.palette.glow),
    ):
        points = []
        arc = [math.pi * n / 16 for n in range(17)]
        arc = arc if front else [-angle for angle in arc]
        for angle in arc:
            points.append(
                _turned(x, y, r * outer * math.cos(angle), r * outer * 0.24 * math.sin(angle), turn)
            )
        for angle in reversed(arc):
            points.append(
                _turned(x, y, r * inner * math.cos(angle), r * inner * 0.24 * math.sin(angle), turn)
            )
        c.polygon(points, color if front else mix(color, c.palette.deep, 0.45))


def _turned(x: float, y: float, dx: float, dy: float, turn: float) -> tuple[float, float]:
    cos, sin = math.cos(turn), math.sin(turn)
    return x + dx * cos - dy * sin, y + dx * sin + dy * cos


def asteroids(c: Canvas) -> None:
    """Rocks that drift before the stars."""
    _sky(c)
    _nebula(c, c.between(0, 1) * c.w, c.between(0, 1) * c.h, 0.7 * c.h)
    _stars(c, 60)
    for n in range(10):
        size = c.unit * (1.6 + 6.5 * (n / 9) ** 2) * c.between(0.8, 1.2)
        _rock(c, c.between(-0.05, 1.05) * c.w, c.between(-0.05, 1.05) * c.h, size, 0.25 + 0.5 * n / 9)
    c.show(c.w / 2, c.h / 2, min(c.w, c.h) * 0.55, c.shade(0.03), c.palette.glow)


def _rock(c: Canvas, x: float, y: float, r: float, bright: float) -> None:
    corners = [
        (x + (px - x) * k, y + (py - y) * k)
        for px, py in regular(x, y, r, 9, c.between(0, 6))
        for k in (c.between(0.72, 1.08),)
    ]
    c.polygon(corners, c.shade(bright * 0.3))
    lit = [(x + (px - x) * 0.84 - r * 0.12, y + (py - y) * 0.84 - r * 0.14) for px, py in corners]
    c.polygon(lit, around(x - r * 0.4, y - r * 0.5, r * 1.5, c.shade(bright), c.shade(bright * 0.35)))
    if r > c.unit * 3:
        for _ in range(3):
            px, py = x + c.between(-0.5, 0.3) * r, y + c.between(-0.5, 0.3) * r
            c.circle(px, py, r * c.between(0.07, 0.16), c.shade(bright * 0.4))
