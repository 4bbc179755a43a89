"""Text that nobody would write: it is refused, and neither raises, nor hangs, nor gets at anything."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lang.games import FOLDER, compiled, errors, with_text
from pycardgen.lang.limits import MAX_BRACKETS, MAX_LINE, MAX_SOURCE, excess
from pycardgen.lang.verify import verify

PROBES = """
__import__("os").system("true")
import os
from os import path
open("/etc/passwd")
exec("1")
eval("1")
compile("1", "x", "exec")
globals()
locals()
vars(p)
dir(p)
getattr(p, "score")
setattr(p, "score", 1)
delattr(p, "score")
type(p)
object()
super()
input()
print(p)
breakpoint()
help(p)
id(p)
hash(p)
memoryview(p)
classmethod(p)
property(p)
iter(everyone)
next(everyone)
p.__class__
p.__dict__
p.__class__.__mro__[1].__subclasses__()
p.score.__add__(1)
p.notes.__class__
p.notes.sort.__self__
p.notes.sort()
p.notes.copy()
game.known.update({})
game.known.setdefault(p, p.tree)
"".join(["a"])
"a".format(p)
"{0.__class__}".format(p)
f"{p.__class__}"
debug(f"{p.__class__}")
debug(f"{p.score!r}")
debug(f"{p.score:{p.score}}")
debug(f"{__import__('os')}")
(lambda: 1)()
(lambda x: x.__class__)(p)
[x for x in p.__class__]
[x.__class__ for x in everyone]
sorted(everyone, key=lambda x: x.__class__)
sorted(everyone, key=open)
sorted(p.notes, key=__import__)
within(p.tree, 2, passable=exec)
any(open(x) for x in ["a"])
next_step(exec, "1")
next_step(open, "x")
every(object)
isinstance(p, object)
choose(p, "go", __builtins__)
emit("picked", **{"by": p})
p.score = 2 ** 10
p.score = 10 << 10
p.score = 1e9
p.score = "a" * 10
p.notes = [0] * 10
p.score: int = 3
game.__class__ = 3
settings.__dict__ = 3
memory.guess = 3
Weather.sun
Tree.__class__
Tree["A01"].__class__
p.score = yield
p.score = await p
with open("x") as f: pass
try: pass\nexcept: pass
raise Exception
class A: pass
global p
del p.score
assert p
async def f(): pass
x = (y := 3)
print >> p
`p`
p.score = 0777
\\x00
""".strip().split("\n")


@pytest.mark.parametrize("probe", [probe.replace("\\n", "\n    ") for probe in PROBES])
def test_probes_are_refused(probe: str) -> None:
    assert errors(with_text(f"def probe(p: Player):\n    {probe}\n"))


@pytest.mark.parametrize("default", ["__import__('os')", "open('x')", "p.__class__"])
def test_nothing_runs_in_odd_places(default: str) -> None:
    assert errors(with_text(f"def probe(p: Player = {default}):\n    pass\n"))
    assert errors(with_text(f"def probe(p: {default}):\n    pass\n"))
    assert errors(with_text(f"@{default}\ndef probe(p: Player):\n    pass\n"))
    assert errors(with_text(f"def probe(p: Player) -> {default}:\n    pass\n"))


HOSTILE = {
    "brackets": "(" * 5000,
    "closed brackets": "(" * 5000 + "1" + ")" * 5000,
    "mixed brackets": "([{" * 3000,
    "unclosed calls": "f(" * 3000,
    "dict in dict": "{1:" * 2000 + "a b",
    "minus": "-" * 100_000 + "1",
    "nots": "not " * 40_000 + "a",
    "attributes": "a" + ".b" * 60_000,
    "sums": "a+" * 60_000 + "a",
    "lambdas": "lambda:" * 10_000 + "1",
    "conditionals": "1 if 1 else " * 10_000 + "1",
    "powers": "1**" * 40_000 + "1",
    "items": "a" + "[0]" * 40_000,
    "comparisons": "a<" * 60_000 + "a",
    "one string": '"' + "a" * 90_000,
    "triple quotes": '"""' * 30_000,
    "odd triple quotes": '"""' * 30_001 + "a",
    "backslashes": '"' + "\\" * 90_001,
    "joined lines": "a \\\n" * 40_000,
    "lines": "a\n" * 45_000,
    "statements": "a;" * 45_000,
    "assignments": "a=" * 45_000 + "1",
    "elifs": "if a:\n pass\n" + "elif a:\n pass\n" * 10_000,
    "indented": "\n".join(" " * n + "if a:" for n in range(400)),
    "comment": "#" * 90_000,
    "digits": "1" * 145_000,
    "megabytes": "a" * 5_000_000,
    "f-strings": 'f"' + "{" * 900 + '"',
    "nested f-strings": "f'{f\"{a}\"}'" * 1000,
    "walrus": "(a:=" * 20 + "1" + ")" * 20,
    "stars": "*" * 50_000 + "a",
    "awaits": "await " * 20_000 + "a",
    "colons": "a:" * 30_000,
    "nul": "a\0b",
    "lone surrogate": "a\ud800b",
    "bell": "a\x07b",
    "form feed": "def f():\n    pass\n\x0cdef g():\n    pass\n",
    "carriage return": "def f():\r    pass\r",
    "byte order mark": "\ufeffdef f():\n    pass\n",
    "empty": "",
    "only spaces": "   \n  \t ",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text(name: str) -> None:
    """Each is dealt with: a few milliseconds where it is refused before parsing, at most a second or two."""
    text = HOSTILE[name]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        whole = errors(with_text(text))
        inside = errors(with_text(f"def probe(a: int):\n    x = {text}\n"))
    assert inside
    assert whole or name in ("empty", "only spaces", "comment", "byte order mark")


def test_python_warnings_are_silent(capfd: pytest.CaptureFixture[str]) -> None:
    text = 'def odd(p: Player) -> bool:\n    return p.name == "\\d" and 1 is 1 and ()() == 3\n'
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        assert errors(with_text(text))
    assert capfd.readouterr() == ("", "")


@given(st.text(max_size=200))
@settings(max_examples=120, deadline=None)
def test_any_text(text: str) -> None:
    for rules in (
        text or " ",
        f"def case(p: Player):\n    {text}\n",
        f"def case(p: Player):\n    x = {text}\n",
    ):
        compiled(with_text(rules, alone=True))


SIGNS = """
( ) [ ] { } : , . = == < > + - * // % += in not and or is None True False if else elif for while return break
continue pass lambda def 0 1 2
"""
PIECES = sorted(
    {
        word
        for text in (SIGNS, *(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.star")))
        for word in text.replace("(", " ( ").split()
    }
    | {"\n", "\n\t", "\n\t\t"}
)


@given(st.lists(st.sampled_from(PIECES), max_size=40))
@settings(max_examples=150, deadline=None)
def test_text_that_looks_like_rules(words: list[str]) -> None:
    text = "def case(p: Player, f: Fruit):\n\t" + " ".join(words) + "\n"
    game = with_text(text)
    program, problems = compiled(game)
    assert program is None or verify(program, game) == []
    assert (program is None) == any(problem.severity.value == "error" for problem in problems)


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")


RULES = lines_of(FOLDER / "rules" / "main.star")


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_damaged_rules(data: st.DataObject) -> None:
    """Rules with some lines dropped, doubled or swapped, and a character changed."""
    lines = list(RULES)
    for _ in range(data.draw(st.integers(0, 3))):
        n, m = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        lines[n], lines[m] = lines[m], lines[n]
    text = "\n".join(lines)
    at = data.draw(st.integers(0, len(text)))
    text = (
        text[:at]
        + data.draw(st.sampled_from(["", " ", "(", ")", "x", ".", "\n", '"', "0", ":"]))
        + text[at + 1 :]
    )
    compiled(with_text(text, alone=True))


def test_bounds() -> None:
    def code(text: str) -> str:
        found = excess(text)
        return found.code if found else ""

    assert code("a" * MAX_LINE) == ""
    assert code("a" * (MAX_LINE + 1)) == "PCG0800"
    assert code("#\n" * (MAX_SOURCE // 2)) == ""
    assert code("#\n" * (MAX_SOURCE // 2) + "#") == "PCG0800"
    assert code("(" * MAX_BRACKETS) == ""
    assert code("(" * (MAX_BRACKETS + 1)) == "PCG0801"
    assert code('"("' * (MAX_BRACKETS + 1)) == ""
    assert code('"\\"("' * (MAX_BRACKETS + 1)) == ""
    assert code("# (" * (MAX_BRACKETS + 1)) == ""
    assert code('"""' + "(\n" * (MAX_BRACKETS + 1) + '"""') == ""
    assert code('""' + "(\n" * (MAX_BRACKETS + 1)) == "PCG0801"
    assert code("()" * (MAX_BRACKETS + 1)) == ""
    assert code("a,\n" * 10_000) == ""
    assert code("(" + "a,\n" * 10_000) == "PCG0800"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("p.tired = true", "write `True`"),
        ("p.pal = null", "write `None`"),
        ("print(p)", "`announce(...)`"),
        ("x = random.randint(1, 6)", "`roll(n)`"),
        ("open('x')", "nothing else"),
        ("import os", "by its name"),
        ("if p.tired && p.tired: pass", "`and`"),
        ("if p.tired || p.tired: pass", "`or`"),
        ("p.score++", "`n += 1`"),
        ("if !p.tired: pass", "`not x`"),
        ("if p.tired { p.score = 1 }", "`:`"),
        ("announce(p, \u201cpicked\u201d)", "straight quotes"),
        ("if p.tired:\n        pass\n    else if p.tired:\n        pass", "`elif`"),
    ],
)
def test_words_of_other_languages_come_with_a_hint(line: str, says: str) -> None:
    (found,) = errors(with_text(f"def case(p: Player):\n    {line}\n"))
    assert says in found.hint
