"""Sketches: maps of grids drawn with letters, read and written.

A sketch is text. Two characters across are a column. On a square grid a line is a row; on a hex grid the
letters of a line stand in every other column, and those of the next line between them, half a cell lower:

    A   d   .          columns A, C and E
      s   s            columns B and D

A letter is a space, `.` holds a place where there is none, and lines that begin with `#` are comments. What
the letters mean is taken from a map that the game has already: see `letters`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from string import ascii_lowercase
from typing import Any

from pycardgen.diagnostics import Diagnostic, Related, Report, Span
from pycardgen.model.game import MISSING, Game, MapDecl, Space
from pycardgen.model.grids import Cell
from pycardgen.model.names import printed_name
from pycardgen.model.types import EntityType, EnumType
from pycardgen.records import dataclass

LARGEST = 200
"""Columns and rows of a grid."""


@dataclass(frozen=True, slots=True)
class Letter:
    """What a letter stands for: a space with these entries in the map's file.

    `once`: there is at most one. `named` are the map's fields that name it; `start` and `goal` say whether it
    is one.
    """

    sign: str
    entries: Mapping[str, Any]
    about: str
    once: bool = False
    named: tuple[str, ...] = ()
    start: bool = False
    goal: bool = False


Spaces = dict[Cell, tuple[str, Span]]
"""What was drawn: the letter and the place of every space, by cell."""


# --- letters ----------------------------------------------------------------------------------------


def letters(game: Game, like: MapDecl) -> dict[str, Letter]:
    """What each letter means, by example of a map.

    A space of its own, which has a label of one character or is named by a field of the map, has that label
    for a letter, or the capital that begins the field's name. Other spaces are told apart by the first enum
    among their fields: each value has its small first letter; those that are starts or goals have `S` or `G`.
    """
    found: dict[str, Letter] = {}
    own = [space for space in like.spaces if _labelled(space) or _naming(game, like, space)]
    for space in sorted(own, key=lambda space: (not _labelled(space), space.label)):
        letter = _own_letter(game, like, space, found)
        found[letter.sign] = letter
    common: dict[tuple[str, bool, bool], Space] = {}
    for space in like.spaces:
        if space not in own:
            common.setdefault(_sort(game, like, space), space)
    for (value, start, goal), space in sorted(common.items(), key=_as_listed(game, like)):
        word = "start" if start else "goal" if goal else value or "o"
        sign = _free(found, word, upper=start or goal)
        about = (value if word == value else f"{value} {word}").replace("_", " ").strip()
        found[sign] = Letter(sign, _entries(game, space), about or "space", start=start, goal=goal)
    return found


def _free(found: Mapping[str, Letter], word: str, upper: bool) -> str:
    """The first letter of a word, or of the alphabet, that stands for nothing yet."""
    cased = [c.upper() if upper else c.lower() for c in word + ascii_lowercase if c.isascii() and c.isalpha()]
    return next((c for c in cased if c not in found), "?")


def _labelled(space: Space) -> bool:
    return len(space.label) == 1 and space.label.isalnum() and space.label != space.definition.id


def _sort(game: Game, like: MapDecl, space: Space) -> tuple[str, bool, bool]:
    """What spaces without a letter of their own are told apart by."""
    by, id_ = first_enum(game, like), space.definition.id
    return str(space.definition.fields.get(by, "")) if by else "", id_ in like.starts, id_ in like.goals


def first_enum(game: Game, map_: MapDecl) -> str | None:
    """The field that tells spaces apart: the first enum of their types."""
    for type_ in dict.fromkeys(space.definition.type for space in map_.spaces):
        for name, declared in game.entities[type_].fields.items():
            if isinstance(declared.type, EnumType):
                return name
    return None


def _as_listed(game: Game, like: MapDecl) -> Callable[[tuple[tuple[str, bool, bool], Space]], Any]:
    """Sorts sorts of spaces as the enum lists its values."""
    by = first_enum(game, like)
    types = dict.fromkeys(space.definition.type for space in like.spaces)
    fields = {name: declared for type_ in types for name, declared in game.entities[type_].fields.items()}
    declared = fields.get(by or "")
    known = game.enums[declared.type.name].members if declared and isinstance(declared.type, EnumType) else ()
    return lambda item: (item[0][1:], known.index(item[0][0]) if item[0][0] in known else 0)


def _naming(game: Game, like: MapDecl, space: Space) -> tuple[str, ...]:
    """The map's fields that name a space."""
    declared = game.entities[like.definition.type].fields.items()
    fields = [name for name, field in declared if isinstance(field.type, EntityType)]
    return tuple(name for name in fields if like.definition.fields.get(name) == space.definition.id)


def _own_letter(game: Game, like: MapDecl, space: Space, found: Mapping[str, Letter]) -> Letter:
    id_, named = space.definition.id, _naming(game, like, space)
    entries = _entries(game, space)
    if space.definition.name != printed_name(id_):
        entries["name"] = space.definition.name
    if space.label != id_:
        entries["label"] = space.label
    free = _labelled(space) and space.label not in found
    sign = space.label if free else _free(found, named[0] if named else space.definition.name, upper=True)
    about = entries.get("name") or (named[0] if named else space.label).replace("_", " ")
    return Letter(sign, entries, about, True, named, id_ in like.starts, id_ in like.goals)


def _entries(game: Game, space: Space) -> dict[str, Any]:
    """What a map's file has to say of a space like this one: the fields that aren't as their defaults are."""
    declared = game.entities[space.definition.type].fields
    return {
        name: value
        for name, value in space.definition.fields.items()
        if declared[name].default is MISSING or declared[name].default != value
    }


def legend(known: Iterable[Letter]) -> str:
    """The letters with what they mean, on one line."""
    return ", ".join(f"{letter.sign} {letter.about}" for letter in known)


# --- reading ----------------------------------------------------------------------------------------

Drawn = tuple[int, int, str, Span]
"""A character of a sketch: its column of text, its line of the drawing, itself, its place."""


def read_sketch(text: str, file: str, known: Mapping[str, Letter], like: MapDecl, report: Report) -> Spaces:
    """What a sketch shows. Reports letters that mean nothing, stand between two spaces, or come too often."""
    placed = _placed(list(_drawn(text, file, report)), like, report)
    spaces: Spaces = {}
    first: dict[str, Span] = {}
    for cell, (sign, span) in placed.items():
        if sign == ".":
            continue
        letter = known.get(sign)
        if letter is None:
            hint = f"letters are: {legend(known.values())}; `.` is nothing"
            report(Diagnostic("PCG0580", f"`{sign}` means nothing in a sketch", span, hint))
        elif letter.once and sign in first:
            related = (Related(first[sign], "the first one"),)
            text = f"`{sign}` ({letter.about}) is drawn twice"
            report(Diagnostic("PCG0582", text, span, "there can be only one", related))
        else:
            first.setdefault(sign, span)
            spaces[cell] = (sign, span)
    _complete(spaces, first, file, known, report)
    return spaces


def _complete(
    spaces: Spaces,
    first: Mapping[str, Span],
    file: str,
    known: Mapping[str, Letter],
    report: Report,
) -> None:
    """Reports what a map of this type can't do without, and sketches that are too large."""
    if not spaces:
        hint = f"draw spaces with letters: {legend(known.values())}"
        report(Diagnostic("PCG0584", "there is no space in the sketch", Span(file), hint))
        return
    for sign, letter in known.items():
        if letter.named and sign not in first:
            named = " and ".join(f"`{name}`" for name in letter.named)
            text = f"the sketch has no `{sign}` ({letter.about}), which the map's field {named} names"
            report(Diagnostic("PCG0583", text, Span(file), f"draw `{sign}` where it is to be"))
    for cell, (_, span) in spaces.items():
        if max(cell) > LARGEST:
            text = f"the sketch is larger than {LARGEST} columns and rows"
            report(Diagnostic("PCG0585", text, span, "make it smaller"))
            return


def _drawn(text: str, file: str, report: Report) -> Iterator[Drawn]:
    """The characters of a sketch. Comments take no room."""
    y = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if line.lstrip().startswith("#"):
            continue
        for x, sign in enumerate(line):
            if sign == "\t":
                text = "a tab can be of any width in a sketch"
                report(Diagnostic("PCG0580", text, Span.point(file, number, x + 1), "use spaces"))
            elif sign != " ":
                yield x, y, sign, Span.point(file, number, x + 1)
        y += 1


def _placed(drawn: Sequence[Drawn], like: MapDecl, report: Report) -> Spaces:
    """The cell of each character. Where most stand decides where they may; the others are reported."""
    if not drawn:
        return {}
    high = 2 if like.grid.shape == "hex" else 1
    even = _most(x % 2 for x, _, _, _ in drawn)
    left = min(x for x, _, _, _ in drawn if x % 2 == even)
    phase = _most(((x - left) // 2 + y) % high for x, y, _, _ in drawn if x % 2 == even)
    stands = [x % 2 == even and ((x - left) // 2 + y) % high == phase for x, y, _, _ in drawn]
    _misplaced([where for where, right in zip(drawn, stands, strict=True) if not right], high == 2, report)
    fine = [where for where, right in zip(drawn, stands, strict=True) if right]
    top = min(y for _, y, _, _ in fine)
    if high == 2 and (phase + top) % 2 == (1 if like.grid.shifted == "even" else 0):
        top -= 1  # the first line holds columns that the grid lowers
    return {((x - left) // 2 + 1, (y - top) // high + 1): (sign, span) for x, y, sign, span in fine}


def _misplaced(drawn: Sequence[Drawn], hexagons: bool, report: Report) -> None:
    """Reports characters that stand between cells, once a line."""
    for _, group in groupby(drawn, key=lambda where: where[1]):
        line = list(group)
        _, _, sign, span = line[0]
        rest = f" and {len(line) - 1} more of this line stand" if len(line) > 1 else " stands"
        hint = "letters are two characters apart"
        if hexagons:
            hint = (
                "letters of a line are four characters apart, and those of the next line stand between them"
            )
        report(Diagnostic("PCG0581", f"`{sign}`{rest} between the columns of the others", span, hint))


def _most(values: Iterable[int]) -> int:
    return Counter(values).most_common(1)[0][0]


# --- writing ----------------------------------------------------------------------------------------


def sketch_of(game: Game, map_: MapDecl, known: Mapping[str, Letter]) -> Iterator[str]:
    """A map as a sketch, line by line; a place without a space is a dot, a space without a letter `?`."""
    high = 2 if map_.grid.shape == "hex" else 1
    signs = {(int(space.x), int(space.y)): _sign(game, map_, space, known) for space in map_.spaces}
    columns, rows = (max((cell[n] for cell in signs), default=0) for n in (0, 1))
    first = 2 if map_.grid.shifted == "even" else 1
    for y in range(high * rows + high - 1):
        line = []
        for column in range(1, columns + 1):
            row, rest = divmod(y - (high - 1) * ((column - first) % 2 == 0), high)
            line.append(signs.get((column, row + 1), ".") if rest == 0 and 0 <= row < rows else " ")
        yield " ".join(line).rstrip()


def _sign(game: Game, map_: MapDecl, space: Space, known: Mapping[str, Letter]) -> str:
    """The letter that stands for a space of any map of the type."""
    named, id_ = _naming(game, map_, space), space.definition.id
    entries = {**_entries(game, space), "name": space.definition.name, "label": space.label}
    for sign, letter in known.items():
        marks = (letter.named, letter.start, letter.goal) == (named, id_ in map_.starts, id_ in map_.goals)
        if marks and letter.entries.items() <= entries.items():
            return sign
    return "?"
