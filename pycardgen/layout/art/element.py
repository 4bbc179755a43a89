"""The `art` element of templates: a picture if the subject names one, else an illustration that is made."""

from __future__ import annotations

from typing import Any

from pycardgen.diagnostics import Diagnostic, Report, did_you_mean
from pycardgen.layout.art import SCENES, paint
from pycardgen.layout.art.brush import Palette
from pycardgen.layout.art.lines import as_lines
from pycardgen.layout.display import Group, Item, Symbol, Use
from pycardgen.layout.images import icon_symbol
from pycardgen.layout.kit import Box, Env, source_of
from pycardgen.layout.styles import named_color
from pycardgen.layout.template import Element
from pycardgen.layout.theme import Theme, unknown_color

DEFAULT_SCENE = "silhouette"
DEFAULT_PALETTE = ("art-dark", "art-base", "art-light", "art-glow")

MAX_ASPECT = 4.0
"""Longer boxes show the middle of a scene of this aspect."""


def draw_art(element: Element, box: Box, env: Env) -> list[Item]:
    """The picture that the element names, or an illustration."""
    if env.text(element.options.get("image", "")):
        from pycardgen.layout.elements import DRAW

        return DRAW["image"](element, box, env)
    x, y, w, h = box
    scene = env.text(element.options.get("scene", DEFAULT_SCENE))
    if env.kit.theme.art == "none" or min(w, h) <= 0:
        return []
    if scene not in SCENES:
        env.report(unknown_scene(scene, source_of(element, "scene", env)))
        return []
    return [Use(_illustration(element, scene, (w, h), env), x, y)]


def _illustration(element: Element, scene: str, size: tuple[float, float], env: Env) -> Symbol:
    """The illustration at (0, 0), cut to its box. The same one is made once."""
    options, kit = element.options, env.kit
    names = options.get("palette", DEFAULT_PALETTE)
    colors = tuple(named_color(env, element, "palette", name) or "#ffffff" for name in names)
    icon, radius = env.text(options.get("icon", "")), options.get("radius", 0.0)
    seed = f"{env.text(options['art'])}\0{env.text(options.get('seed', ''))}"
    key = (scene, seed, size, colors, icon, radius)
    found = kit.art.get(key)
    if found is None:
        if icon and icon not in kit.theme.icons:
            hint = did_you_mean(icon, kit.theme.icons)
            message = f"there is no icon '{icon}' (for {env.subject})"
            env.report(Diagnostic("PCG0708", message, source_of(element, "icon", env), hint))

        def subject(ink: str) -> Symbol | None:
            return icon_symbol(kit, icon, ink, env.report) if icon else None

        whole = (max(size[0], size[1] / MAX_ASPECT), max(size[1], size[0] / MAX_ASPECT))
        items = paint(scene, seed, whole, Palette(*colors), subject)
        if kit.theme.art == "lines":
            items = as_lines(items, whole, kit.theme.colors.get("art-line", "#808080"))
        if whole != size:
            middle = (1.0, 0.0, 0.0, 1.0, (size[0] - whole[0]) / 2, (size[1] - whole[1]) / 2)
            items = (Group(items, transform=middle),)
        clipped = Group(items, clip=(0.0, 0.0, *size, radius))
        found = kit.art[key] = Symbol(f"art-{scene}", (0.0, 0.0, *size), (clipped,))
    return found


def check_art(element: Element, theme: Theme, report: Report) -> None:
    """Report a scene or colours that aren't there, where they are named and no fields."""
    scene: str = element.options.get("scene", DEFAULT_SCENE)
    if "{" not in scene and scene not in SCENES:
        report(unknown_scene(scene, element.place.value("scene")))
    names: tuple[str, ...] = element.options.get("palette", ())
    for index, name in enumerate(names):
        if not name.startswith("#") and "{" not in name and name not in theme.colors:
            report(unknown_color(name, theme.colors, element.place.inside("palette"), index))


def unknown_scene(name: str, span: Any) -> Diagnostic:
    """The diagnostic about a scene that isn't there."""
    hint = did_you_mean(name, SCENES) or f"the scenes are {', '.join(SCENES)}"
    return Diagnostic("PCG0723", f"there is no scene '{name}'", span, hint)
