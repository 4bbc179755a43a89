"""The explanation page of each code: Markdown files beside this module."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from pycardgen.records import dataclass

_NAME = re.compile(r"(PCG\d{4})\.md")
_TITLE = re.compile(r"# (PCG\d{4}): (\S.*)")
_FENCE = re.compile(r"^```(\S+)(?: file=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Page:
    """A page taken apart: `sections` by heading; `wrong` and `right`, the files of the examples by name."""

    code: str
    title: str
    sections: dict[str, str]
    wrong: dict[str, str]
    right: dict[str, str]


@cache
def all_codes() -> tuple[str, ...]:
    """Every code that has a page, sorted."""
    names = (_NAME.fullmatch(entry.name) for entry in (files(__package__) / "pages").iterdir())
    return tuple(sorted(name[1] for name in names if name))


@cache
def explain(code: str) -> str | None:
    """The page of a code (`PCG0123`, in either case), as Markdown; None if there is no such code."""
    code = code.upper()
    if code not in all_codes():
        return None
    return (files(__package__) / "pages" / f"{code}.md").read_text(encoding="utf-8")


def title(code: str) -> str:
    """What a code is about, in a few words; an empty string if there is no such code."""
    found = _TITLE.match(explain(code) or "")
    return found[2] if found else ""


def summary(code: str) -> str:
    """The first paragraph of a page's What; an empty string if there is no such code."""
    text = explain(code)
    return parse_page(text).sections["What"].split("\n\n")[0].replace("\n", " ") if text else ""


def parse_page(text: str) -> Page:
    """Take a page apart. Raises ValueError where it breaks the format in pages/README.md."""
    head = _TITLE.match(text)
    if head is None:
        raise ValueError("a page begins with `# PCGnnnn: title`")
    pieces = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
    sections = {name.strip(): body.strip() for name, body in zip(pieces[1::2], pieces[2::2], strict=True)}
    names = tuple(sections)
    if names not in (("What", "Wrong", "Right"), ("What", "What to do")):
        raise ValueError(f"{head[1]}: the sections are What, Wrong, Right or What, What to do; not {names}")
    examples = {name: _examples(head[1], sections[name]) for name in ("Wrong", "Right") if name in sections}
    return Page(head[1], head[2], sections, examples.get("Wrong", {}), examples.get("Right", {}))


def _examples(code: str, section: str) -> dict[str, str]:
    """The files of an example."""
    found = {file: body for language, file, body in _FENCE.findall(section) if file}
    if not found:
        raise ValueError(f"{code}: an example is a fence with `yaml file=NAME.yaml` or `star file=NAME.star`")
    return found
