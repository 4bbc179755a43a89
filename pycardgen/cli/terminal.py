"""People at the terminal: what they are shown, how they answer. Several may share it, in turns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.text import Text

from pycardgen.diagnostics import DiagnosticError
from pycardgen.engine.look import describe
from pycardgen.engine.machine import Machine
from pycardgen.engine.play import Question, Told, Undo
from pycardgen.engine.record import Decision
from pycardgen.engine.story import message_text, option_text, question_text, seat_name

HELP = """\
Type the number of an option, or enough of its name. For several, separate them by commas; "none" for none.
  look       what you see of the game
  draw FILE  draw the map as you see it, to a file .svg or .png
  log        everything that you were told
  undo       take back your last decision, while nobody has decided or learnt anything since
  save FILE  write the game so far to a file, for `pycardgen play --resume FILE`
  quit       stop playing"""


class Quit(Exception):  # noqa: N818
    """A person stops playing."""


@dataclass(slots=True)
class Terminal:
    """The people who play here. `humans` are their seats, `save` writes the record so far."""

    machine: Machine
    humans: Sequence[int]
    console: Console
    save: Callable[[Path], None]
    reveal: bool = False
    logs: dict[int, list[str]] = field(default_factory=dict)
    shown: dict[int, int] = field(default_factory=dict)
    holder: int | None = None

    # --- telling

    def hear(self, told: Told) -> None:
        """Show an announcement to whom it is for: at once, or when that person is at the terminal."""
        text = message_text(self.machine, told.message, told.args)
        for seat in told.seats:
            self.logs.setdefault(seat, []).append(text)
        everyone = len(set(told.seats)) >= self.machine.setup.players
        if not self.humans:
            if everyone:
                self.say(text)
            elif self.reveal:
                names = ", ".join(seat_name(self.machine, seat) for seat in told.seats)
                self.say(f"({names} only) {text}", "dim")
        elif len(self.humans) == 1 and self.humans[0] in told.seats:
            self.say(text)

    def say(self, text: str, style: str = "") -> None:
        """Print a line as it is."""
        self.console.print(Text(text, style=style), soft_wrap=True)

    # --- asking

    def answer(self, question: Question) -> Decision:
        """Ask the person in a seat. Raises Undo and Quit."""
        self._hand_over(question.seat)
        labels = [option_text(self.machine, question.kind, option) for option in question.options]
        self.say(question_text(self.machine, question.seat, question.kind, question.about), "bold")
        self._list(labels)
        while True:
            line = self._read(_prompt(question)).strip()
            if self._command(line, question):
                continue
            found = read_answer(line, labels, question)
            if isinstance(found, str):
                self.say(found, "red")
            else:
                return found

    def refuse_undo(self, why: str) -> None:
        """Say why nothing can be taken back."""
        self.say(f"It can't be taken back: {why}.", "red")

    def _list(self, labels: Sequence[str]) -> None:
        """The options with their numbers, in columns when they are many."""
        cells = [f"{number}) {label}" for number, label in enumerate(labels, 1)]
        width = max(map(len, cells)) + 2
        columns = max(1, self.console.width // width) if len(cells) > MANY else 1
        for start in range(0, len(cells), columns):
            self.say("  " + "".join(cell.ljust(width) for cell in cells[start : start + columns]).rstrip())

    def _command(self, line: str, question: Question) -> bool:
        """Do what isn't an answer. Raises Undo and Quit."""
        word, _, rest = line.partition(" ")
        match word.casefold():
            case "?" | "help":
                self.say(HELP)
            case "log":
                for text in self.logs.get(question.seat, []):
                    self.say(text)
            case "look":
                for text in describe(self.machine, question.view, question.seat):
                    self.say(text)
            case "undo":
                raise Undo
            case "quit":
                raise Quit
            case "draw":
                self._draw(rest.strip(), question)
            case "save":
                self._save(rest.strip())
            case _:
                return False
        return True

    def _draw(self, name: str, question: Question) -> None:
        """Draw the map as the person who is asked sees it."""
        from pycardgen.cli.map_play import SUFFIXES, draw_seen

        if not name.lower().endswith(SUFFIXES):
            self.say("Name a file that ends in .svg or .png: draw FILE", "red")
        elif not self.machine.tables.maps:
            self.say("This game is played on no map.", "red")
        else:
            try:
                draw_seen(self.machine, question.view, Path(name), seat_name(self.machine, question.seat))
            except DiagnosticError as error:
                for found in error.diagnostics:
                    self.say(f"It can't be drawn: {found.message}", "red")
            else:
                self.say(f"{name} has the map as you see it.")

    def _save(self, name: str) -> None:
        if not name:
            self.say("Name a file: save FILE", "red")
            return
        try:
            self.save(Path(name))
        except OSError as error:
            self.say(f"{name} can't be written: {error.strerror or error}", "red")
        else:
            self.say(f"The game so far is in {name}. It tells everything: don't look into it before the end.")

    def _read(self, prompt: str) -> str:
        """A line. Raises Quit at the end of the input."""
        try:
            return self.console.input(Text(prompt))
        except EOFError:
            self.say("")
            raise Quit from None

    # --- sharing

    def _hand_over(self, seat: int) -> None:
        """When another person is asked: clear the screen, wait for that person, show what it has missed."""
        if len(self.humans) < 2:
            return
        if self.holder != seat:
            self.console.clear()
            self._read(f"Pass the device to {seat_name(self.machine, seat)}, who presses Enter. ")
            self.console.clear()
            self.holder = seat
        news = self.logs.get(seat, [])
        for text in news[self.shown.get(seat, 0) :]:
            self.say(text)
        self.shown[seat] = len(news)


MANY = 12
"""Options that are listed one a line."""


def _prompt(question: Question) -> str:
    if question.kind.form != "many":
        return "> "
    if question.low == question.high:
        return f"{question.low} of them > "
    return f"{question.low} to {question.high} of them > "


def read_answer(line: str, labels: Sequence[str], question: Question) -> Decision | str:
    """What a line chooses, or why it chooses nothing."""
    if question.kind.form != "many":
        return find_option(line, labels)
    found: list[int] = []
    if line.casefold() != "none":
        numbers = re.fullmatch(r"[\d\s,]+", line) is not None
        for part in filter(None, re.split(r"[\s,]+" if numbers else r"\s*,\s*", line)):
            one = find_option(part, labels)
            if isinstance(one, str):
                return one
            if one not in found:
                found.append(one)
    if not question.low <= len(found) <= question.high:
        return f"Choose {question.low} to {question.high} of them, separated by commas."
    return sorted(found)


def find_option(text: str, labels: Sequence[str]) -> int | str:
    """The option with a number or name, or why there is none. A whole name goes before a beginning."""
    text = text.strip().casefold().replace("_", " ")
    if not text:
        return "Type a number, the beginning of a name, or ? for help."
    if text.isdecimal() and 1 <= int(text) <= len(labels):
        return int(text) - 1
    names = [label.casefold().replace("_", " ") for label in labels]
    for matches in (
        [number for number, name in enumerate(names) if name == text],
        [number for number, name in enumerate(names) if name.startswith(text)],
    ):
        if len({names[number] for number in matches}) == 1:
            return matches[0]
        if matches:
            return f"Several options begin with '{text}': type more of it, or the number."
    return f"No option is called '{text}': type a number from 1 to {len(labels)}, or ? for help."
