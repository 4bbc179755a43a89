"""The texts of elements: fitted into their boxes, and what is said of those that don't fit."""

from __future__ import annotations

from pycardgen.diagnostics import Diagnostic, Severity, Span, did_you_mean
from pycardgen.layout.display import (
    PT,
    Item,
    Symbol,
)
from pycardgen.layout.images import icon_symbol
from pycardgen.layout.kit import MAX_CACHED, Box, Env, source_of
from pycardgen.layout.markup import LOOKS
from pycardgen.layout.template import Element
from pycardgen.layout.text import Block, Fit, Style, set_text


def text_items(
    element: Element, text: str, used: Style, box: Box, env: Env, key: str = "text"
) -> tuple[Item, ...]:
    """Fitted text, and the diagnostics about it."""
    if not text:
        return ()
    block = text_block(element, text, used, box, env)
    if env.kit.measured is not None:
        note_size(env.kit.measured, used, block.fit.size)
        return ()
    if block.fit.excess_h or block.fit.excess_w or block.unset:
        _report_block(block, element, key, box, env)
    else:
        report_small(block.fit.size, element, key, env)
    return block.items


FLOOR = 5.0
"""The size in points below which few people can read a text."""


def report_small(size: float, element: Element, key: str, env: Env) -> None:
    """Report an element, once, whose text is printed too small to be read. `size` is that in the template."""
    kit = env.kit
    printed = size * kit.scale
    if printed >= FLOOR - 0.1 or id(element) in kit.small:
        return
    kit.small.add(id(element))
    scaled = f" ({size:g} pt in the template, made {kit.scale:.0%} as large)" if kit.scale != 1.0 else ""
    message = f"text of {env.subject} is printed at {printed:.1f} pt{scaled}: few can read that"
    where = f"template '{env.template.name}'"
    hint = f"{FLOOR:g} pt are the least: raise `min_size` or `font_size` in {where}, or print it larger"
    span = source_of(element, key, env)
    env.report(Diagnostic("PCG0737", message, span, hint, severity=Severity.WARNING))


def note_size(measured: dict[str, float], used: Style, size: float) -> None:
    """Take down the size (pt) that a text of a group has by itself."""
    group = used.fit_group
    if group:
        measured[group] = min(measured.get(group, used.size), size)


def text_block(element: Element, text: str, used: Style, box: Box, env: Env) -> Block:
    """Fitted text. The same text in the same box is fitted once."""
    memo = (id(element), box, text, used)
    block = env.kit.blocks.get(memo)
    if block is None:
        if len(env.kit.blocks) >= MAX_CACHED:
            env.kit.blocks.clear()
        kit = env.kit

        def icon(name: str, ink_color: str) -> Symbol | None:
            return icon_symbol(kit, name, ink_color, env.report)

        block = set_text(text, used, box, icon, kit.theme.colors)
        env.kit.blocks[memo] = block
    return block


def _report_excess(fit: Fit, what: str, span: Span | None, box: Box, env: Env) -> None:
    """By how much a text is too large, in mm and lines, and where that can be seen."""
    where = f"its box of {box[2]:.4g} x {box[3]:.4g} mm in template '{env.template.name}'"
    see = "; build with --proofs FOLDER to see it"
    if env.kit.proofs:
        env.kit.proofs.boxes.append(box)
        see = f"; see {env.kit.proofs.file(env.template, env.fields).as_posix()}"
    if fit.excess_h:
        count = sum(map(len, fit.lines))
        over = min(count, max(1, round(fit.excess_h / (fit.leading * fit.size * PT))))
        lines = f"{over} of {count} line{'s' if count > 1 else ''} at {fit.size:g} pt"
        message = f"{what} is {fit.excess_h:.1f} mm too high for {where}: {lines}"
        hint = f"shorten it, enlarge the box, or lower min_size{see}"
        env.report(Diagnostic("PCG0720", message, span, hint))
    if fit.excess_w:
        message = f"{what} is {fit.excess_w:.1f} mm too wide for {where} at {fit.size:g} pt"
        hint = f"a word is too wide: shorten it, hyphenate it (a soft hyphen), or enlarge the box{see}"
        env.report(Diagnostic("PCG0721", message, span, hint))


def _report_block(block: Block, element: Element, key: str, box: Box, env: Env) -> None:
    span = source_of(element, key, env)
    what = (
        f"the text '{element.name}' of {env.subject}"
        if element.name != "text"
        else f"the text of {env.subject}"
    )
    fit = block.fit
    if fit.excess_h or fit.excess_w:
        _report_excess(fit, what, span, box, env)
    for char in dict.fromkeys(block.missing):
        message = f"no font has the character U+{ord(char):04X} '{char}' in {what}"
        env.report(Diagnostic("PCG0722", message, span, "replace it, or use an icon: {icon:name}"))
    for name in dict.fromkeys(block.unknown_icons):
        hint = did_you_mean(name, env.kit.theme.icons)
        env.report(Diagnostic("PCG0708", f"there is no icon '{name}' (in {what})", span, hint))
    for name in dict.fromkeys(block.unknown_colors):
        hint = did_you_mean(name, (*env.kit.theme.colors, *LOOKS)) or f"or one of {', '.join(LOOKS)}"
        env.report(Diagnostic("PCG0707", f"there is no colour '{name}' (in {what})", span, hint))
