"""Translations: `i18n/LANG.yaml`, the texts of messages.yaml in another language.

    decisions: {go: "{player}, wohin gehst du?"}
    messages: {walked: "{who} geht nach {tile}."}

An entry may be a mapping with `text`, as in messages.yaml. What isn't translated is told in the original.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pycardgen.diagnostics import Collector, Diagnostic, Report, did_you_mean
from pycardgen.model.game import Game, Signature
from pycardgen.source import Code, Document, Place
from pycardgen.source.cache import open_cache, read_yaml_cached
from pycardgen.source.files import display, list_files

Texts = dict[str, dict[str, str]]
"""`{"decisions": {name: text}, "messages": {name: text}}`."""

PARTS = ("decisions", "messages")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_PLACEHOLDER = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


def load_translations(game: Game, report: Report) -> dict[str, Texts]:
    """The translations of a game and its packs by language; what is wrong is reported and left out."""
    found: dict[str, Texts] = {}
    for language, document in _documents(game, report):
        texts = found.setdefault(language, {part: {} for part in PARTS})
        if not isinstance(document.root, dict):
            continue
        place = document.place()
        for part in place.container:
            if part not in PARTS:
                hint = did_you_mean(part, PARTS) or f"there are {' and '.join(PARTS)}"
                report(Diagnostic("PCG0605", f"a translation has no `{part}`", place.key(part), hint))
            elif isinstance(place.container[part], dict):
                _read(game, part, place.inside(part), texts[part], report)
    return found


def _documents(game: Game, report: Report) -> Iterator[tuple[str, Document]]:
    cache = open_cache()
    for folder in map(Path, game.folders):
        for path in list_files(folder, Collector()).yaml:
            if path.parent != folder / "i18n":
                continue
            document = read_yaml_cached(path, display(path), report, cache)
            if document is not None and _LANGUAGE.fullmatch(path.stem):
                yield path.stem, document
            elif document is not None:
                message = f"`{path.stem}` is not the name of a language"
                hint = "name the file by its language, such as `de.yaml` or `pt-BR.yaml`"
                report(Diagnostic("PCG0607", message, document.place().whole(), hint))


def _read(game: Game, part: str, place: Place, texts: dict[str, str], report: Report) -> None:
    known: Mapping[str, Signature] = game.decisions if part == "decisions" else game.messages
    for name, value in place.container.items():
        code = _text(place, name, value)
        if name not in known:
            if name not in game.broken:
                message = f"the game has no {part[:-1]} `{name}` to translate"
                report(Diagnostic("PCG0605", message, place.key(name), did_you_mean(name, known)))
        elif code is None:
            report(Diagnostic("PCG0605", f"the translation of `{name}` must be a text", place.value(name)))
        elif not _wrong_arguments(code, part, known[name], report):
            texts[name] = code.text


def _text(place: Place, name: str, value: object) -> Code | None:
    if isinstance(value, str):
        return place.code(name)
    if isinstance(value, dict) and isinstance(value.get("text"), str):
        return place.inside(name).code("text")
    return None


def _wrong_arguments(code: Code, part: str, signature: Signature, report: Report) -> bool:
    """Report what stands in braces and is no argument of the original."""
    known = {*signature.params, *(("player",) if part == "decisions" else ())}
    wrong = False
    for number, line in enumerate(code.text.split("\n"), start=1):
        for found in _PLACEHOLDER.finditer(line):
            if found[0] in ("{{", "}}") or found[1] in known:
                continue
            wrong = True
            span = code.span(number, found.start(), number, found.end())
            hint = did_you_mean(found[1] or "", known)
            report(Diagnostic("PCG0606", f"`{found[0]}` is no argument of `{signature.name}`", span, hint))
    return wrong
