"""SVG path data: parsed into absolute moves, lines and cubic curves, and moved about."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from pycardgen.layout.display import Command, Transform

_TOKEN = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([\s,]+)|(.)")
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
MAX_COMMANDS = 20_000


class PathError(ValueError):
    """The path data can't be read; the message says what is wrong with it."""


def parse(data: str) -> tuple[Command, ...]:
    """Path data to absolute M, L, C and Z commands. Raises PathError."""
    state = _State()
    for letter, numbers in _steps(data):
        state.step(letter, numbers)
        if len(state.out) > MAX_COMMANDS:
            raise PathError(f"the path has more than {MAX_COMMANDS} commands")
    return tuple(state.out)


def _steps(data: str) -> Iterable[tuple[str, list[float]]]:
    """Each command with exactly the numbers it takes; repeated numbers repeat the command."""
    letter, numbers = "", list[float]()
    for found in _tokens(data):
        if isinstance(found, str):
            if numbers or (letter and letter.upper() != "Z" and not _fed(letter)):
                raise PathError(f"'{letter}' lacks some of its numbers")
            letter, numbers = found, []
            if found in "Zz":
                yield found, []
            continue
        if not letter or letter in "Zz":
            raise PathError("a number stands where a command is expected")
        letter = letter.rstrip("*")
        numbers.append(_flag(letter, numbers, found))
        if len(numbers) == _COUNT[letter.upper()]:
            yield letter, numbers
            letter, numbers = {"M": "L", "m": "l"}.get(letter, letter) + "*", []
    if numbers or (letter and letter not in "Zz" and not _fed(letter)):
        raise PathError(f"'{letter.rstrip('*')}' lacks some of its numbers")


def _fed(letter: str) -> bool:
    """Whether the command has had numbers before (marked so by `_steps`)."""
    return letter.endswith("*")


def _flag(letter: str, before: list[float], value: float) -> float:
    if letter in "Aa" and len(before) in (3, 4) and value not in (0, 1):
        raise PathError("an arc's flags must be 0 or 1, with spaces around them")
    return value


def _tokens(data: str) -> Iterable[str | float]:
    for match in _TOKEN.finditer(data):
        if match[1]:
            yield match[1]
        elif match[2]:
            yield float(match[2])
        elif match[4]:
            raise PathError(f"'{match[4]}' means nothing in path data")


class _State:
    """The pen: where it is, where the subpath began, and the last control point for S and T."""

    __slots__ = ("control", "last", "out", "start", "x", "y")

    def __init__(self) -> None:
        self.out: list[Command] = []
        self.x = self.y = 0.0
        self.start = (0.0, 0.0)
        self.control: tuple[float, float] | None = None
        self.last = ""

    def step(self, letter: str, n: list[float]) -> None:
        upper = letter.upper()
        if not self.out and upper != "M":
            raise PathError("a path begins with 'M'")
        dx, dy = (self.x, self.y) if letter.islower() else (0.0, 0.0)
        control = None
        if upper == "Z":
            self.out.append(("Z",))
            self.x, self.y = self.start
        elif upper == "H":
            self._line(n[0] + dx, self.y)
        elif upper == "V":
            self._line(self.x, n[0] + dy)
        elif upper == "A":
            self._arc(n[0], n[1], n[2], bool(n[3]), bool(n[4]), n[5] + dx, n[6] + dy)
        else:
            p = [v + (dx, dy)[i % 2] for i, v in enumerate(n)]
            control = self._points(upper, p)
        self.control, self.last = control, upper

    def _points(self, upper: str, p: list[float]) -> tuple[float, float] | None:
        """The commands that take points; gives the control point that S and T reflect."""
        if upper == "M":
            self.out.append(("M", p[0], p[1]))
            self.x, self.y = self.start = (p[0], p[1])
            return None
        if upper == "L":
            self._line(p[0], p[1])
            return None
        if upper in "CS":
            p = p if upper == "C" else [*self._reflect("CS"), *p]
            self.out.append(("C", *p))
            self.x, self.y = p[4], p[5]
            return (p[2], p[3])
        p = p if upper == "Q" else [*self._reflect("QT"), *p]
        (x, y), (cx, cy, ex, ey) = (self.x, self.y), p
        third = 2 / 3
        self.out.append(
            (
                "C",
                x + third * (cx - x),
                y + third * (cy - y),
                ex + third * (cx - ex),
                ey + third * (cy - ey),
                ex,
                ey,
            )
        )
        self.x, self.y = ex, ey
        return (cx, cy)

    def _reflect(self, after: str) -> tuple[float, float]:
        if self.control is None or self.last not in after:
            return self.x, self.y
        return 2 * self.x - self.control[0], 2 * self.y - self.control[1]

    def _line(self, x: float, y: float) -> None:
        self.out.append(("L", x, y))
        self.x, self.y = x, y

    def _arc(self, rx: float, ry: float, turn: float, large: bool, sweep: bool, x: float, y: float) -> None:
        """An elliptical arc as cubic curves (SVG 1.1, appendix F.6)."""
        rx, ry = abs(rx), abs(ry)
        if not rx or not ry or (x == self.x and y == self.y):
            self._line(x, y)
            return
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        hx, hy = (self.x - x) / 2, (self.y - y) / 2
        px, py = cos * hx + sin * hy, -sin * hx + cos * hy
        grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
        rx, ry = rx * grow, ry * grow
        rest = (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2
        k = math.sqrt(max(0.0, rest / ((rx * py) ** 2 + (ry * px) ** 2))) * (1 if large != sweep else -1)
        qx, qy = k * rx * py / ry, -k * ry * px / rx
        cx, cy = cos * qx - sin * qy + (self.x + x) / 2, sin * qx + cos * qy + (self.y + y) / 2
        begin = math.atan2((py - qy) / ry, (px - qx) / rx)
        extent = (math.atan2((-py - qy) / ry, (-px - qx) / rx) - begin) % (2 * math.pi)
        extent = extent if sweep else extent - 2 * math.pi
        pieces = max(1, math.ceil(abs(extent) / (math.pi / 2) - 1e-9))
        for index in range(pieces):
            a, b = begin + extent * index / pieces, begin + extent * (index + 1) / pieces
            self.out.append(_arc_piece(a, b, (cx, cy), (rx, ry), (cos, sin)))
        self.out[-1] = (*self.out[-1][:5], x, y)
        self.x, self.y = x, y


def _arc_piece(
    a: float, b: float, centre: tuple[float, float], radii: tuple[float, float], turn: tuple[float, float]
) -> Command:
    """At most a quarter of an ellipse as one cubic curve."""
    t = 4 / 3 * math.tan((b - a) / 4)
    local = (
        (math.cos(a) - t * math.sin(a), math.sin(a) + t * math.cos(a)),
        (math.cos(b) + t * math.sin(b), math.sin(b) - t * math.cos(b)),
        (math.cos(b), math.sin(b)),
    )
    out: list[str | float] = ["C"]
    for u, v in local:
        px, py = u * radii[0], v * radii[1]
        out += [turn[0] * px - turn[1] * py + centre[0], turn[1] * px + turn[0] * py + centre[1]]
    return tuple(out)


def placed(commands: Iterable[Command], x: float, y: float, scale: float = 1.0) -> tuple[Command, ...]:
    """The same path scaled, then moved."""
    return tuple(_placed(command, x, y, scale) for command in commands)


def _placed(command: Command, x: float, y: float, scale: float) -> Command:
    numbers = [float(v) for v in command[1:]]
    moved = (v * scale + (y if i % 2 else x) for i, v in enumerate(numbers))
    return (command[0], *moved)


def bounds(commands: Iterable[Command]) -> tuple[float, float, float, float]:
    """(x, y, w, h) around all points and control points: never too small."""
    xs, ys = list[float](), list[float]()
    for command in commands:
        numbers = [float(v) for v in command[1:]]
        xs += numbers[::2]
        ys += numbers[1::2]
    if not xs:
        return (0.0, 0.0, 0.0, 0.0)
    return (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def combined(outer: Transform, inner: Transform | None) -> Transform:
    """One transform after another: of what is inside a group, and of the group."""
    if inner is None:
        return outer
    a, b, c, d, e, f = outer
    return (
        a * inner[0] + c * inner[1],
        b * inner[0] + d * inner[1],
        a * inner[2] + c * inner[3],
        b * inner[2] + d * inner[3],
        a * inner[4] + c * inner[5] + e,
        b * inner[4] + d * inner[5] + f,
    )
