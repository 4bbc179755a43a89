"""Texts of one size: those of a fit group all get the size of the tightest of them.

A print job asks for the sizes that a card's texts would have by themselves (`natural_sizes`), takes the least
of each group over all of its cards, and puts them into the kit before it draws. What is drawn alone, such as
a page, has groups of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pycardgen.diagnostics import Diagnostic
from pycardgen.layout.compose import compose
from pycardgen.layout.kit import Kit
from pycardgen.layout.template import Element, Template, all_elements


def has_groups(kit: Kit, template: Template) -> bool:
    """Whether some text of a template, or of one that it includes, may belong to a group."""
    known = kit.grouping.get(id(template))
    if known is None:
        known = any(_may_group(kit, element) for element in all_elements(kit.templates, template))
        kit.grouping[id(template)] = known
    return known


def natural_sizes(kit: Kit, template: Template, subject: Mapping[str, Any]) -> dict[str, float]:
    """The size in points that the texts of each group would have by themselves on one card."""
    kit.measured, kept, kit.group_sizes = {}, kit.group_sizes, {}
    try:
        compose(kit, template, subject, _unheard)
        return kit.measured
    finally:
        kit.measured, kit.group_sizes = None, kept


def tightest(found: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """The least size of each group."""
    least: dict[str, float] = {}
    for sizes in found:
        for name, size in sizes.items():
            least[name] = min(size, least.get(name, size))
    return dict(sorted(least.items()))


def _unheard(_: Diagnostic) -> None:
    """What is wrong with a card is told when it is drawn."""


def _may_group(kit: Kit, element: Element) -> bool:
    styles = kit.theme.styles
    if any(key == "fit_group" for key, _ in element.style):
        return True
    for key, default in _STYLED.get(element.kind, ()):
        name = str(element.options.get(key, default))
        named = list(styles.values()) if "{" in name else [styles[name]] if name in styles else []
        if any(style.fit_group for style in named):
            return True
    return False


_STYLED = {
    "text": (("style", "body"),),
    "grid": (("style", "grid"),),
    "table": (("style", "cell"), ("head_style", "head")),
}
"""The options of elements that name styles, and what these are when not given."""
