"""Cards whose copies look different: their template shows `copy`, the number of the copy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pycardgen.layout import fields
from pycardgen.layout.kit import Kit
from pycardgen.layout.template import Element, Template, all_elements

COPY = "copy"
"""The field of a card that holds the number of its copy, from 1."""

_HOLDS = ("repeat", "table", "pips", "grid", "routes")
"""Options that may be the name of a field, without braces."""


def shows_copy(kit: Kit, templates: Iterable[Template | None]) -> bool:
    """Whether some of the templates, or of what they include, show the number of the copy."""
    return any(
        _shows(element)
        for template in templates
        if template is not None
        for element in all_elements(kit.templates, template)
    )


def _shows(element: Element) -> bool:
    options = element.options
    if any(test.path == COPY for test in options.get("when", ())):
        return True
    if any(options.get(key) == COPY for key in _HOLDS):
        return True
    written = [*options.values(), *(value for _, value in element.style)]
    return any(_names(value) for value in written) or any(map(_names, element.columns))


def _names(value: Any) -> bool:
    """Whether a text, or one within a value, has the field in it."""
    if isinstance(value, str):
        return any(found.path == COPY for found in fields.references(value))
    if isinstance(value, dict):
        return any(map(_names, value.values()))
    return isinstance(value, list | tuple) and any(map(_names, value))
