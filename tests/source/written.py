"""Random YAML files with known values and positions, which are noted while the file is written."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

NAMES = st.text("abcxyz_é語😀", min_size=1, max_size=6)
WORDS = st.text("abé語😀#:-'\"\\{[&*!|>%,?", min_size=1, max_size=5)
SENTENCES = st.lists(WORDS, min_size=2, max_size=6).map(" ".join)
TEXTS = st.one_of(
    NAMES,
    SENTENCES,
    st.lists(SENTENCES, min_size=1, max_size=3).map(lambda lines: "\n".join([*lines, ""])),
    st.text("ab \n\t'\"\\#:-é語😀{}[],&*!|>%@`", max_size=12),
    st.sampled_from(
        ["no", "on", "012", "1_000", "2001-01-01", "0b11", "1:30", "yes", "null", "1", "<<", "~"]
    ),
)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-(2**63), 2**63 - 1), TEXTS)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXTS, inner, max_size=4)),
    max_leaves=12,
)
FILES = st.one_of(st.dictionaries(TEXTS, VALUES, max_size=5), st.lists(VALUES, max_size=5))

Path = tuple[Any, ...]
Place = tuple[int, int, int, int]

PLAIN = frozenset("abcxyz_é語😀")
MEANINGFUL = frozenset(("no", "on", "012", "1_000", "2001-01-01", "0b11", "yes"))


class Writer:
    """Writes a value as YAML in styles chosen by `random`, and notes where everything stands."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.parts: list[str] = []
        self.at = 0
        self.places: dict[Path, Place] = {}
        self.after_literal = False  # an indented comment would belong to it

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def put(self, text: str) -> tuple[int, int]:
        start = self.at
        self.parts.append(text)
        self.at += len(text)
        return start, self.at

    def file(self, value: Any) -> str:
        if self.random.random() < 0.3:
            self.put("# first\n\n")
        if value and self.random.random() < 0.8:
            self.block(value, 0, ())
        else:
            self.flow(value, ())
        self.put(self.random.choice(["\n"] if self.after_literal else ["", "\n", "\n\n# last\n"]))
        return self.text

    def block(self, value: Any, indent: int, path: Path) -> tuple[int, int]:
        """A container that isn't empty, one item a line; the cursor is at its first column."""
        start = self.at
        end = start
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for n, (key, item) in enumerate(items):
            if n:
                self.new_line(indent)
            if isinstance(value, dict):
                key_start, key_end = self.put(self.quoted(key, True))
                self.put(":")
                start_, end = self.child(item, indent, (*path, key), False)
                self.places[(*path, key)] = (key_start, key_end, start_, end)
            else:
                self.put("-")
                start_, end = self.child(item, indent, (*path, key), True)
                self.places[(*path, key)] = (start_, end, start_, end)
        return start, end

    def new_line(self, indent: int) -> None:
        if self.random.random() < 0.2 and not self.after_literal:
            self.put("\n" + " " * self.random.randint(0, 9) + "# a - b: c")
        self.put("\n" + "\n" * (self.random.random() < 0.1) + " " * indent)
        self.after_literal = False

    def child(self, value: Any, indent: int, path: Path, in_list: bool) -> tuple[int, int]:
        if value and isinstance(value, dict | list) and self.random.random() < 0.7:
            if in_list and self.random.random() < 0.6:
                self.put(" ")  # `- a: 1`, `- - 1`
            else:
                self.put(self.random.choice(["", "  # beside"]))
                self.new_line(indent + 2)
            return self.block(value, indent + 2, path)
        if value is None and self.random.random() < 0.5:
            return self.at, self.at
        if isinstance(value, str) and self.as_literal(value):
            return self.literal(value, indent + 2)
        if isinstance(value, str) and " " in value and self.random.random() < 0.8:
            words = value.split(" ")
            if all(words) and not any(character in value for character in "\n\t"):
                return self.folded(words, indent + 2)
        self.put(" ")
        place = self.flow(value, path)
        if self.random.random() < 0.2:
            self.put(" # beside")
        return place

    def as_literal(self, value: str) -> bool:
        lines = value[:-1].split("\n")
        clean = value.endswith("\n") and all(line and line == line.strip() for line in lines)
        return clean and self.random.random() < 0.8

    def literal(self, value: str, indent: int) -> tuple[int, int]:
        start = self.put(" |")[0] + 1
        end = self.at
        if self.random.random() < 0.3:
            self.put("  # beside")
        for line in value[:-1].split("\n"):
            self.put("\n" + " " * indent)
            end = self.put(line)[1]
        self.after_literal = True
        return start, end

    def folded(self, words: list[str], indent: int) -> tuple[int, int]:
        """Text with a line break instead of some spaces: as `>-`, or in single quotes."""
        in_quotes = self.random.random() < 0.4
        self.put(" ")
        start = self.at
        if in_quotes:
            words = [word.replace("'", "''") for word in words]
            self.put("'")
        else:
            self.put(self.random.choice([">-", ">2-"]) + "\n" + " " * indent)
        self.put(words[0])
        for word in words[1:]:
            self.put(self.random.choice([" ", "\n" + " " * indent]))
            self.put(word)
        if in_quotes:
            self.put("'")
        self.after_literal = not in_quotes
        return start, self.at

    def flow(self, value: Any, path: Path) -> tuple[int, int]:
        """A value in one piece: a scalar, or a container with brackets."""
        start = self.at
        if isinstance(value, dict):
            self.put("{")
            for n, (key, item) in enumerate(value.items()):
                self.comma(n)
                key_start, key_end = self.put(self.quoted(key, True))
                self.put(": ")
                item_start, item_end = self.flow(item, (*path, key))
                self.places[(*path, key)] = (key_start, key_end, item_start, item_end)
            self.put("}")
        elif isinstance(value, list):
            self.put("[")
            for n, item in enumerate(value):
                self.comma(n)
                item_start, item_end = self.flow(item, (*path, n))
                self.places[(*path, n)] = (item_start, item_end, item_start, item_end)
            self.put("]")
        else:
            self.put(self.scalar(value))
        if isinstance(value, dict | list) and not value:
            self.places[(*path, "")] = (start, self.at, start, self.at)
        return start, self.at

    def comma(self, n: int) -> None:
        if n:
            self.put(self.random.choice([", ", ",", ",\n            "]))

    def scalar(self, value: Any) -> str:
        if value is None:
            return self.random.choice(["null", "~", "Null", "NULL"])
        if isinstance(value, bool):
            word = "true" if value else "false"
            return self.random.choice([word, word.title(), word.upper()])
        if isinstance(value, int):
            return self.random.choice([str(value), hex(value) if value >= 0 else str(value)])
        return self.quoted(value, False)

    def quoted(self, value: str, is_key: bool) -> str:
        if value and PLAIN.issuperset(value) and (value[0] != "_") and self.random.random() < 0.6:
            return value
        if value in MEANINGFUL and self.random.random() < 0.6:
            return value
        if "\n" not in value and "\t" not in value and self.random.random() < 0.5:
            return "'" + value.replace("'", "''") + "'"
        escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "é": "\\xe9", "語": "\\u8a9e"}
        return (
            '"'
            + "".join(escapes.get(c, c) if c in '\\"\n\t' or self.random.random() < 0.3 else c for c in value)
            + '"'
        )


def places(document: Any) -> dict[Path, Place]:
    """The positions of a document by path."""
    found: dict[Path, Place] = {}

    def walk(value: Any, path: Path) -> None:
        if isinstance(value, dict | list):
            for key, place in document.positions[id(value)].items():
                found[(*path, key)] = place
            for key, item in value.items() if isinstance(value, dict) else enumerate(value):
                walk(item, (*path, key))

    walk(document.root, ())
    return found
