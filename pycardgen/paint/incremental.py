"""What was painted once is not fitted or painted again: finished cards kept between builds.

A card is kept as the PDF form that it became, under a digest of all that it was made of: template, theme,
fields, pictures, paper and the version of this program. A card that gave a diagnostic is not kept, so that
the diagnostic comes again.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from pycardgen.diagnostics import Collector, Diagnostic, Report
from pycardgen.layout import pictures, svgshape
from pycardgen.layout.compose import compose
from pycardgen.layout.display import Drawing, Picture, Ready
from pycardgen.layout.fit_groups import has_groups, natural_sizes, tightest
from pycardgen.layout.kit import Kit, Where, nowhere
from pycardgen.layout.template import Template, every_element
from pycardgen.paint.operators import Content, Form, Shelf, content_of, shelve
from pycardgen.records import dataclass, field
from pycardgen.source.cache import Cache, key_of

_KIND = "paint"
_CARD = "card"
"""How the names of forms begin that are whole cards."""

_VECTOR = "SVG"
"""The kind of pictures that are forms of shapes."""

_ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))


@dataclass(slots=True, eq=False)
class Store:
    """Finished cards of one print job. `shelf` must be given to the painter of pages that show them."""

    cache: Cache
    key: str
    shelf: Shelf = field(default_factory=Shelf)
    kept: Mapping[str, Any] = field(default_factory=dict)
    forms: Mapping[str, Any] = field(default_factory=dict)
    used: dict[str, Any] = field(default_factory=dict)
    prefixes: dict[int, str] = field(default_factory=dict)
    same: set[str] = field(default_factory=set)
    kept_sizes: Mapping[str, dict[str, float]] = field(default_factory=dict)
    sizes: dict[str, dict[str, float]] = field(default_factory=dict)


def open_store(cache: Cache, *names: str, cmyk: bool = False, profile: str = "") -> Store:
    """The store of a print job, told apart from others by names (the game's folder, the job's name, the
    paper). With `cmyk` its cards are in the colours of print shops, by the `profile` of a press (its digest).
    """
    inks = ["cmyk", profile] if cmyk else []
    store = Store(cache, key_of(*names, *inks), Shelf(cmyk=cmyk, profile=profile if cmyk else ""))
    payload = cache.get(_KIND, store.key)
    if payload is not None:
        try:
            store.kept, store.forms, store.kept_sizes = marshal.loads(payload)
        except (ValueError, EOFError, TypeError):
            return store
    return store


def borrowed(stores: Iterable[Store], cmyk: bool = False, profile: str = "") -> Store:
    """A store of what others hold, which keeps nothing itself: for prints that aren't all of a job."""
    found = Store(Cache(None), "", Shelf(cmyk=cmyk, profile=profile if cmyk else ""))
    kept: dict[str, Any] = {}
    forms: dict[str, Any] = {}
    sizes: dict[str, dict[str, float]] = {}
    for store in stores:
        kept |= store.kept
        forms |= store.forms
        sizes |= store.kept_sizes
    found.kept, found.forms, found.kept_sizes = kept, forms, sizes
    return found


def save(store: Store) -> None:
    """Keep the cards that this build used, and the forms that they show."""
    same_sizes = store.sizes == store.kept_sizes
    if (
        same_sizes
        and len(store.used) == len(store.kept)
        and all(store.kept.get(k) is v for k, v in store.used.items())
    ):
        return
    forms = {
        name: (form.box, *_plain(form.content))
        for name, form in store.shelf.forms.items()
        if not name.startswith(_CARD)
    }
    store.cache.put(_KIND, store.key, marshal.dumps((store.used, forms, store.sizes)))


def set_group_sizes(store: Store, kit: Kit, cards: Iterable[tuple[Template, Mapping[str, Any]]]) -> None:
    """Give all texts of a fit group the size of the tightest on these cards. Cards that were measured before
    aren't measured again.
    """
    kit.group_sizes = {}
    found: list[dict[str, float]] = []
    for template, subject in cards:
        if not has_groups(kit, template):
            continue
        key = _card_key(store, kit, template, subject)
        sizes = store.sizes.get(key or "") or store.kept_sizes.get(key or "")
        if sizes is None:
            sizes = natural_sizes(kit, template, subject)
        if key:
            store.sizes[key] = sizes
        found.append(sizes)
    kit.group_sizes = tightest(found)


def composed(
    store: Store,
    kit: Kit,
    template: Template,
    subject: Mapping[str, Any],
    report: Report,
    where: Where = nowhere,
) -> Drawing:
    """As `compose`, but a card that was finished before is taken from the store.

    What comes out only prints as PDF.
    """
    key = _card_key(store, kit, template, subject)
    found = _restored(store, kit, key) if key else None
    if found is not None:
        return found
    told = Collector()
    drawing = compose(kit, template, subject, told, where)
    for diagnostic in told.found:
        report(diagnostic)
    content = content_of(drawing.items, store.shelf)
    if key and not told.found:
        shown = _picture_files(kit, store.shelf, content)
        head = (drawing.width, drawing.height, drawing.bleed, drawing.name)
        store.used[key] = (head, _plain(content), shown)
    return _ready(store, content, drawing.width, drawing.height, drawing.bleed, drawing.name)


def _ready(store: Store, content: Content, width: float, height: float, bleed: float, name: str) -> Drawing:
    """A finished card, as a form of the shelf."""
    box = (-bleed, -bleed, width + bleed, height + bleed)
    return Drawing(width, height, (shelve(store.shelf, content, box, _CARD),), bleed, name)


def look(drawing: Drawing) -> str:
    """A digest of what a card that was `composed` looks like."""
    return "".join(item.form for item in drawing.items if isinstance(item, Ready))


def _restored(store: Store, kit: Kit, key: str) -> Drawing | None:
    """A kept card with all that it shows on the shelf; None if there is none, or a picture has changed."""
    entry = store.kept.get(key)
    if entry is None:
        return None
    (width, height, bleed, name), plain, shown = entry
    for file, picture_name, digest, kind, w, h in shown:
        if picture_name not in store.shelf.pictures and file not in store.same:
            data = pictures.read_file(kit.folder, file, None, _unheard, pictures.MAX_BYTES)
            if data is None or sha256(data).hexdigest() != digest:
                return None
            store.same.add(file)
            if kind != _VECTOR:
                store.shelf.pictures[picture_name] = Picture(digest, kind, w, h, data)
    content = _content(plain)
    if not all(_shelve(store, form) for form in content.forms):
        return None
    store.used[key] = entry
    return _ready(store, content, width, height, bleed, name)


def _unheard(_: Diagnostic) -> None:
    """A picture that can't be read any more is reported when the card is composed again."""


def _shelve(store: Store, name: str) -> bool:
    """Put a kept form on the shelf, and the forms that it shows; False if one isn't there."""
    if name in store.shelf.forms:
        return True
    kept = store.forms.get(name)
    if kept is None:
        return False
    box, *plain = kept
    content = _content(plain)
    if content.pictures and not all(p in store.shelf.pictures for p in content.pictures):
        return False
    store.shelf.forms[name] = Form(box, content)
    return all(_shelve(store, inner) for inner in content.forms)


def _plain(content: Content) -> tuple[Any, ...]:
    """Content as marshal takes it."""
    c = content
    return c.packed, c.faces, c.forms, c.pictures, c.gradients, c.opacities


def _content(plain: Any) -> Content:
    return Content(*plain)


def _picture_files(kit: Kit, shelf: Shelf, content: Content) -> tuple[Any, ...]:
    """The files of the pictures that a card shows, directly or in forms, and of those that became forms."""
    names = dict.fromkeys(content.pictures)
    waiting = list(content.forms)
    seen: dict[str, None] = {}
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen[name] = None
            names |= dict.fromkeys(shelf.forms[name].content.pictures)
            waiting += shelf.forms[name].content.forms
    files = {f"p{p.digest[:16]}": (file, p) for file, p in kit.pictures.items() if p is not None}
    found = []
    for name in names:
        file, picture = files[name]
        found.append((file, name, picture.digest, picture.kind, picture.width, picture.height))
    for (file, _), vector in kit.vectors.items():
        if vector is not None and shelf.named.get(id(vector.symbol), (None, ""))[1] in seen:
            found.append((file, "", vector.digest, _VECTOR, 0, 0))
    return tuple(found)


# --- keys ---


def _card_key(store: Store, kit: Kit, template: Template, subject: Mapping[str, Any]) -> str | None:
    """A digest of all that a card is made of but its pictures; None if the subject isn't plain values."""
    prefix = store.prefixes.get(id(template))
    if prefix is None:
        prefix = store.prefixes[id(template)] = _prefix(kit, template)
    try:
        plain = _ENCODER.encode(subject)
    except (TypeError, ValueError):
        return None
    sizes = "".join(f"{name}={size:g};" for name, size in kit.group_sizes.items())
    scale = f"{kit.scale:.4g};" if kit.scale != 1.0 else ""
    return sha256(f"{prefix}{scale}{sizes}{plain}".encode()).hexdigest()


def _prefix(kit: Kit, template: Template) -> str:
    """What is the same for all subjects of a template."""
    parts = [kit.paper, kit.language, kit.theme.digest, *_template_digests(kit, template, set())]
    for name in sorted(kit.theme.icons):
        file = kit.theme.icons[name].file
        if file:
            data = pictures.read_file(kit.folder, file, None, _unheard, svgshape.MAX_BYTES)
            parts.append(sha256(data or b"").hexdigest())
    return sha256("\0".join(parts).encode()).hexdigest()


def _template_digests(kit: Kit, template: Template, seen: set[str]) -> list[str]:
    """The digests of a template and of those that it includes."""
    seen.add(template.name)
    found = [template.digest]
    for element in every_element(template.elements):
        inner = kit.templates.get(element.options.get("include", ""))
        if inner is not None and inner.name not in seen:
            found += _template_digests(kit, inner, seen)
    return found
