"""Exports: what each target gets, to the pixel and the copy, and what it can't have."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from PIL import Image

from pycardgen.check import check_and_compile, check_game
from pycardgen.diagnostics import Collector, Diagnostic
from pycardgen.model.game import Game
from pycardgen.model.load import load_game
from pycardgen.model.printing import print_jobs
from pycardgen.paint.exports import TARGETS, Order, export
from pycardgen.paint.exports.products import PRODUCTS
from pycardgen.paint.exports.tabletop_decks import grid
from pycardgen.paint.press import open_press

BASE = Path(__file__).parents[1] / "data" / "base_game"
HEAD = (BASE / "game.yaml").read_text(encoding="utf-8").partition("components:")[0]
MORE = {
    "types/more.yaml": """\
types:
  Coin: {kind: token, fields: {worth: int = 1, icon: str = "coin"}}
  Cube: {kind: die, fields: {faces: "list[int]"}}
""",
    "cards/more.yaml": """\
Coin:
  - {id: penny, name: Penny, count: 4, text: "Worth **{worth}** {icon:coin}."}
  - {id: pound, name: Pound, count: 9, worth: 9}
Cube:
  - {id: cube, name: Cube, count: 2, faces: [1, 1, 2, 2, 3, 0]}
""",
    "layouts/wide.yaml": """\
size: [88, 63]
bleed: 3
elements:
  - {shape: rect, area: bleed, fill: "#aa3322"}
  - {shape: rect, at: [0, 0], size: [44, 63], fill: "#22aa33"}
""",
    "layouts/bare.yaml": "size: poker\nelements: [{shape: rect, fill: '#aa3322'}]\n",
    "layouts/odd.yaml": "size: [60, 60]\nbleed: 3\nelements: [{shape: rect, area: bleed, fill: '#aa3322'}]\n",
    "layouts/figure.yaml": "size: [30, 45]\nelements: [{shape: rect, fill: '#3344aa'}]\n",
    "rulebook.md": "# Lamps\n\nLight them.\n",
}
LAMPS = "{cards: lamps, of: Lamp, front: card, back: card-back, size: poker}"
WIDE = "{cards: wide, of: Lamp, where: {oil: true}, front: layouts/wide.yaml, back: wide, backs: card}"
COINS = "{tokens: coins, of: Coin, shape: round, size: 25.4, back: token}"
GEMS = "{tokens: gems, pieces: [{name: Gem, icon: diamond, count: 3}], shape: hex, size: 22}"
DICE = "{dice: dice, of: Cube}"
TRIANGLES = (
    "{tokens: triangles, pieces: [{name: Gem, icon: diamond}], shape: triangle, size: 22, back: token}"
)
CAVE = "{board: cave, map: all, layout: map-page}"
RULES = "{document: rules, from: rulebook.md}"


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYCARDGEN_NO_CACHE", "1")


def game(tmp_path: Path, *jobs: str, files: dict[str, str] | None = None) -> Path:
    folder = tmp_path / "lamps"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(BASE, folder)
    printing = "print:\n" + "".join(f"  - {job}\n" for job in jobs) if jobs else ""
    for name, text in {**MORE, **(files or {}), "game.yaml": HEAD + printing}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def loaded(folder: Path) -> Game:
    problems = Collector()
    found = load_game(folder, problems)
    assert problems.found == []
    assert found is not None
    return found


def exported(folder: Path, target: str, **more: Any) -> tuple[dict[str, bytes], list[Diagnostic]]:
    found = loaded(folder)
    problems = Collector()
    press = open_press(found, more.pop("paper", "a4"), problems)
    order = Order(target, press, print_jobs(found, problems), Path("/somewhere/out"), **more)
    files: dict[str, bytes] = {}
    for output in export(order):
        assert output.path not in files
        files[output.path] = output.data
    return files, problems.found


def picture(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode(), newline="")))


# --- all targets ---


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_gives_the_same_bytes_twice_and_lists_its_files(tmp_path: Path, target: str) -> None:
    folder = game(tmp_path, LAMPS, COINS, DICE, RULES)
    first, problems = exported(folder, target)
    assert all(problem.severity.value == "note" for problem in problems)
    assert exported(folder, target)[0] == first
    manifest = json.loads(first["manifest.json"])
    assert (manifest["game"], manifest["target"]) == ("lamps", target)
    assert {*manifest["files"], "manifest.json"} == set(first)


def test_file_names_are_safe_and_distinct(tmp_path: Path) -> None:
    pieces = '[{name: "../../x", count: 1}, {name: A, id: "../b/c"}, {name: A}, {name: "!"}]'
    files, _ = exported(game(tmp_path, f"{{tokens: gems, pieces: {pieces}}}"), "png")
    assert set(files) == {"gems/x.png", "gems/a.png", "gems/a-2.png", "gems/piece-4.png", "manifest.json"}


@pytest.mark.parametrize("target", ["thegamecrafter", "tabletop-simulator", "cut-svg"])
def test_more_copies_than_anybody_prints(tmp_path: Path, target: str) -> None:
    cards = "Lamp:\n  - {id: a, light: 1, count: 5001}\n"
    _, (problem,) = exported(game(tmp_path, LAMPS, files={"cards/lamps.yaml": cards}), target)
    assert (problem.code, "5001 copies" in problem.message) == ("PCG0797", True)


# --- print shops ---


@pytest.mark.parametrize(
    ("shop", "product", "pixels"),
    [
        ("thegamecrafter", "EuroPokerDeck", (825, 1125)),
        ("makeplayingcards", "poker (2.5 x 3.5 in)", (822, 1122)),
    ],
)
def test_shops_get_a_picture_for_each_copy(
    tmp_path: Path, shop: str, product: str, pixels: tuple[int, int]
) -> None:
    files, problems = exported(game(tmp_path, LAMPS), shop)
    assert problems == []
    fronts = sorted(name for name in files if "front" in name)
    assert fronts[0] == "lamps/front-001-candle-1of5.png"
    assert fronts[-1] == "lamps/front-009-flare-1of1.png"
    assert len(fronts) == 9
    assert len({files[name] for name in fronts}) == 3
    for name in [*fronts, "lamps/back.png"]:
        image = picture(files[name])
        assert (image.size, image.mode) == (pixels, "RGB")
        assert round(image.info["dpi"][0]) == 300
    listed = rows(files["manifest.csv"])
    assert [row["file"] for row in listed] == [*fronts, "lamps/back.png"]
    assert {row["product"] for row in listed} == {product}
    assert [(row["name"], row["copy"], row["copies"]) for row in listed[4:6]] == [
        ("Candle", "5", "5"),
        ("Lantern", "1", "3"),
    ]
    (deck,) = json.loads(files["manifest.json"])["decks"]
    assert (deck["cards"], deck["different"], deck["back"]) == (9, 3, "one for all")


def test_cards_that_lie_are_turned_and_keep_their_size(tmp_path: Path) -> None:
    files, _ = exported(game(tmp_path, WIDE), "thegamecrafter")
    image = picture(files["wide/front-001-lantern-1of3.png"])
    assert image.size == (825, 1125)
    # The green half of 88 mm was the left one, and is the upper one now; 63 mm are 744 pixels wide.
    middle = [image.getpixel((412, y)) for y in (100, 500, 620, 1000)]
    assert [value[1] > value[0] for value in middle] == [True, True, False, False]  # type: ignore[index]
    green = [x for x in range(825) if image.getpixel((x, 300))[1] > 150]  # type: ignore[index]
    assert abs(len(green) - 744) <= 2
    assert all(image.getpixel((x, 1124)) == image.getpixel((412, 1100)) for x in (0, 412, 824))
    assert len([name for name in files if name.startswith("wide/back-")]) == 3


def test_shops_make_some_tokens(tmp_path: Path) -> None:
    star = "{tokens: stars, pieces: [{name: Star}], shape: triangle, size: 22}"
    hexes = "{tiles: hexes, pieces: [{name: Hex, icon: star}], shape: hex, size: 44.45}"
    files, problems = exported(game(tmp_path, COINS, hexes, star, CAVE), "thegamecrafter")
    assert [(p.code, p.severity.value) for p in problems] == [("PCG0793", "note"), ("PCG0791", "note")]
    assert picture(files["hexes/front-001-hex-1of1.png"]).size == (675, 600)
    assert picture(files["coins/front-001-penny-1of4.png"]).size == (375, 375)
    assert len([name for name in files if name.startswith("coins/front")]) == 13


def test_boards_of_a_size_that_a_shop_has(tmp_path: Path) -> None:
    board = "size: [8in, 8in]\nbleed: BLEED\nelements: [{shape: rect, area: bleed, fill: '#aa3322'}]\n"
    job = "{mats: desk, layout: layouts/desk.yaml}"
    for bleed, expected in ("3", []), ("0", [("PCG0792", "note")]):
        folder = game(tmp_path, job, files={"layouts/desk.yaml": board.replace("BLEED", bleed)})
        files, problems = exported(folder, "thegamecrafter")
        assert [(p.code, p.severity.value) for p in problems] == expected
        sizes = [picture(files[name]).size for name in files if name.endswith(".png")]
        assert sizes == ([(2475, 2475)] if not expected else [])


def test_an_order_for_the_program_that_fills_a_shop_s_pages(tmp_path: Path) -> None:
    files, _ = exported(game(tmp_path, LAMPS, WIDE), "makeplayingcards")
    order = ElementTree.fromstring(files["lamps-autofill.xml"])
    details = {part.tag: part.text for part in order.find("details") or ()}
    assert details == {
        "quantity": "9", "bracket": "18", "stock": "(S30) Standard Smooth", "foil": "false",
    }  # fmt: skip
    cards = order.findall("fronts/card")
    assert [card.findtext("slots") for card in cards] == ["0,1,2,3,4", "5,6,7", "8"]
    assert [card.findtext("query") for card in cards] == ["candle", "lantern", "flare"]
    assert all(card.findtext("id") in files for card in cards)
    assert (order.findtext("cardback"), len(order.findall("backs/card"))) == ("lamps/back.png", 0)
    other = ElementTree.fromstring(files["wide-autofill.xml"])
    assert [card.findtext("slots") for card in other.findall("backs/card")] == ["0,1,2"]
    assert {"lamps-autofill.xml", "wide-autofill.xml"} <= set(json.loads(files["manifest.json"])["files"])


@pytest.mark.parametrize("job", ["{cards: bare, of: Lamp, front: card}", "TAROT"])
def test_decks_that_the_program_can_not_order(tmp_path: Path, job: str) -> None:
    """Without backs, or of another size."""
    tarot = "size: tarot\nbleed: 3\nelements: [{shape: rect, area: bleed, fill: '#aa3322'}]\n"
    path = "layouts/tarot.yaml"
    job = job.replace("TAROT", f"{{cards: tarot, of: Lamp, front: {path}, back: {path}}}")
    files, problems = exported(game(tmp_path, job, files={path: tarot}), "makeplayingcards")
    assert problems == []
    assert not [name for name in files if name.endswith(".xml")]


def test_a_size_that_no_shop_has(tmp_path: Path) -> None:
    job = "{cards: odd, of: Lamp, front: layouts/odd.yaml}"
    _, (problem,) = exported(game(tmp_path, job), "thegamecrafter")
    assert problem.code == "PCG0791"
    assert "60 x 60 mm" in problem.message
    assert problem.hint.startswith("the nearest: SmallSquareDeck, 63.5 x 63.5 mm")
    assert problem.severity.value == "error"


def test_tokens_of_a_size_that_no_shop_has_are_left_out(tmp_path: Path) -> None:
    big = "{tokens: big, pieces: [{name: Big}], shape: round, size: 60}"
    files, (problem,) = exported(game(tmp_path, big, COINS), "thegamecrafter")
    assert (problem.code, problem.severity.value) == ("PCG0791", "note")
    assert {name.split("/")[0] for name in files} == {"coins", "manifest.csv", "manifest.json"}


@pytest.mark.parametrize("shop", ["thegamecrafter", "makeplayingcards"])
def test_too_little_bleed(tmp_path: Path, shop: str) -> None:
    job = "{cards: bare, of: Lamp, front: layouts/bare.yaml}"
    _, (problem,) = exported(game(tmp_path, job), shop)
    assert problem.code == "PCG0792"
    assert "0 mm bleed" in problem.message


def test_the_shops_sizes_agree_with_their_pixels() -> None:
    """What a picture has beyond the cut is the shop's bleed: about an eighth of an inch."""
    for products in PRODUCTS.values():
        for product in products:
            assert (product.trim[0] <= product.trim[1]) != (product.shape == "hex")
            for pixels, trim in zip(product.pixels, product.trim, strict=True):
                assert 2.5 < (pixels / 300 * 25.4 - trim) / 2 < 6, product.name
        assert len({product.name for product in products}) == len(products)


@pytest.mark.parametrize(
    ("shop", "product", "pixels"),
    [
        # As their pages had them in October 2026.
        ("makeplayingcards", "poker", (822, 1122)),
        ("makeplayingcards", "bridge", (747, 1122)),
        ("makeplayingcards", "tarot", (897, 1497)),
        ("makeplayingcards", "domino", (597, 1122)),
        ("makeplayingcards", "business", (672, 1122)),
        ("makeplayingcards", "micro", (447, 597)),
        ("thegamecrafter", "TarotDeck", (900, 1500)),
        ("thegamecrafter", "DominoTile", (675, 1275)),
        ("thegamecrafter", "MiniCircleTile", (450, 450)),
        ("thegamecrafter", "SmallQuadFoldMat", (2175, 3375)),
        ("thegamecrafter", "SixFoldBoard", (5475, 8175)),
        ("thegamecrafter", "SmallCircleChit", (225, 225)),
    ],
)
def test_pixels_of_shops(shop: str, product: str, pixels: tuple[int, int]) -> None:
    (found,) = (one for one in PRODUCTS[shop] if one.name.split(" (")[0] == product)
    assert found.pixels == pixels


# --- Tabletop Simulator ---


def saved(files: dict[str, bytes]) -> list[dict[str, Any]]:
    objects: list[dict[str, Any]] = json.loads(files["lamps.json"])["ObjectStates"]
    return objects


def test_a_deck_of_tabletop_simulator(tmp_path: Path) -> None:
    files, problems = exported(game(tmp_path, LAMPS), "tabletop-simulator")
    assert problems == []
    (deck,) = saved(files)
    assert (deck["Name"], deck["Nickname"]) == ("DeckCustom", "Lamps")
    cards = deck["ContainedObjects"]
    assert deck["DeckIDs"] == [card["CardID"] for card in cards] == [100] * 5 + [101] * 3 + [102]
    assert [card["Nickname"] for card in cards][4:6] == ["Candle", "Lantern"]
    assert cards[0]["Description"] == "It lights 1 space."
    assert all(made["HideWhenFaceDown"] for made in [deck, *cards]), "names give faces away"
    (sheet,) = deck["CustomDeck"].values()
    assert (sheet["NumWidth"], sheet["NumHeight"], sheet["UniqueBack"]) == (2, 2, False)
    assert sheet["BackIsHidden"] is True
    assert all(card["CustomDeck"] == {"1": sheet} for card in cards)
    assert sheet["FaceURL"] == "file:///somewhere/out/images/lamps-1.png"
    image = picture(files["images/lamps-1.png"])
    assert image.size == (2 * 744, 2 * 1039)
    last, back = image.crop((744, 1039, 1488, 2078)), picture(files["images/lamps-back.png"])
    assert last.tobytes() == back.tobytes()


def test_cards_without_a_back_have_a_plain_one(tmp_path: Path) -> None:
    """Else the program would show their faces on it."""
    files, _ = exported(game(tmp_path, "{cards: lamps, of: Lamp, front: card}"), "tabletop-simulator")
    (sheet,) = saved(files)[0]["CustomDeck"].values()
    assert sheet["BackURL"].endswith("images/lamps-back.png")
    assert picture(files["images/lamps-back.png"]).getcolors() == [(744 * 1039, (0x55, 0x55, 0x55))]


SAVED_OBJECT = json.loads((BASE.parent / "tabletop_simulator.schema.json").read_text(encoding="utf-8"))


def test_saved_objects_have_what_the_program_writes(tmp_path: Path) -> None:
    single = "{cards: one, of: Lamp, where: {id: flare}, front: card}"
    figures = "{standees: figures, of: Lamp, front: layouts/figure.yaml}"
    eight = {"types/eight.yaml": "types: {Eight: {kind: die, fields: {faces: int}}}\n"}
    eight["cards/eight.yaml"] = "Eight: [{id: eight, faces: 8}]\n"
    jobs = (LAMPS, WIDE, single, COINS, TRIANGLES, figures, CAVE, RULES, DICE, "{dice: eights, of: Eight}")
    files, problems = exported(game(tmp_path, *jobs, files=eight), "tabletop-simulator")
    assert problems == []
    whole = json.loads(files["lamps.json"])
    errors = [error.message for error in Draft202012Validator(SAVED_OBJECT).iter_errors(whole)]
    assert errors == []
    kinds = {made["Name"] for made in everything(whole)}
    assert kinds == {
        "Card", "CardCustom", "DeckCustom", "Bag", "Custom_Tile", "Custom_Token", "Figurine_Custom",
        "Custom_Board", "Custom_PDF", "Custom_Dice", "Die_8",
    }  # fmt: skip
    for made in everything(whole):
        sheets = made.get("CustomDeck", {})
        ids = made.get("DeckIDs") or ([made["CardID"]] if "CardID" in made else [])
        for id_ in ids:
            sheet = sheets[str(id_ // 100)]
            assert id_ % 100 < sheet["NumWidth"] * sheet["NumHeight"] - 1, "the last cell is the hidden face"


def test_tokens_that_have_no_back_in_the_program_are_turned_by_states(tmp_path: Path) -> None:
    files, _ = exported(game(tmp_path, TRIANGLES), "tabletop-simulator")
    (token,) = saved(files)
    other = token["States"]["2"]
    assert (token["Name"], other["Name"]) == ("Custom_Token", "Custom_Token")
    assert token["CustomImage"]["ImageSecondaryURL"] == ""
    assert other["CustomImage"]["ImageURL"].endswith("images/triangles-gem-back.png")
    assert token["GUID"] != other["GUID"]
    assert picture(files["images/triangles-gem-back.png"]).mode == "RGBA"


def test_the_height_of_tiles_is_their_scale(tmp_path: Path) -> None:
    bars = "{tokens: bars, pieces: [{name: Bar}], size: [60, 25.4]}"
    (bar,) = saved(exported(game(tmp_path, bars), "tabletop-simulator")[0])
    assert (bar["Transform"]["scaleX"], bar["Transform"]["scaleZ"]) == (0.5, 0.5)


def test_a_cube_shows_its_faces_where_the_program_has_them(tmp_path: Path) -> None:
    """1 and 6 upside down below 2 and 5, with 4 above 3 between them; the upper third is empty."""
    arrow = """\
size: [20, 20]
elements:
  - {shape: rect, fill: "#ffffff"}
  - {shape: rect, at: [0, 0], size: [20, 5], fill: "#0000ff", when: "index == 1"}
  - {shape: rect, at: [0, 0], size: [20, 5], fill: "#00ff00", when: "index == 2"}
  - {shape: rect, at: [0, 0], size: [20, 5], fill: "#ff0000", when: "index == 6"}
"""
    job = "{dice: dice, of: Cube, face: layouts/arrow.yaml, color: '#ffff00'}"
    files, problems = exported(game(tmp_path, job, files={"layouts/arrow.yaml": arrow}), "tabletop-simulator")
    assert problems == []
    die = saved(files)[0]
    assert (die["Name"], die["CustomImage"]["CustomDice"]) == ("Custom_Dice", {"Type": 1})
    image = picture(files["images/dice-cube.png"])
    assert image.size == (2048, 2048)
    assert image.getpixel((321, 1712 + 260)) == (0, 0, 255)
    assert image.getpixel((321, 1017 - 260)) == (0, 255, 0)
    assert image.getpixel((1712, 1712 + 260)) == (255, 0, 0)
    assert image.getpixel((1021, 1017)) == (255, 255, 255)
    assert image.getpixel((1021, 700)) == (255, 255, 0), "around a face is the die's colour"


def test_addresses_of_pictures(tmp_path: Path) -> None:
    files, _ = exported(game(tmp_path, LAMPS), "tabletop-simulator", url="https://example.org/lamps")
    (deck,) = saved(files)
    assert deck["CustomDeck"]["1"]["FaceURL"] == "https://example.org/lamps/images/lamps-1.png"
    assert b"file:" not in files["lamps.json"]


def test_everything_else_of_tabletop_simulator(tmp_path: Path) -> None:
    single = "{cards: one, of: Lamp, where: {id: flare}, front: card}"
    folder = game(tmp_path, COINS, GEMS, DICE, "{stickers: more, of: Cube}", CAVE, RULES, WIDE, single)
    files, problems = exported(folder, "tabletop-simulator")
    assert problems == []
    by_name: dict[str, list[dict[str, Any]]] = {}
    for made in saved(files):
        by_name.setdefault(made["Name"], []).append(made)
    counts = {name: len(made) for name, made in by_name.items()}
    assert counts == {
        "Custom_Tile": 4, "Bag": 1, "Custom_Token": 3, "Custom_Dice": 2, "Custom_Board": 1, "Custom_PDF": 1,
        "DeckCustom": 1, "CardCustom": 1,
    }  # fmt: skip
    listed = json.loads(files["manifest.json"])
    assert counts == listed["objects"]
    decks = [found for name in ("DeckCustom", "CardCustom") for found in by_name[name]]
    sheets = {name: sheet for found in decks for name, sheet in found["CustomDeck"].items()}
    assert [(sheet["columns"], sheet["rows"]) for sheet in listed["sheets"]] == [
        (sheet["NumWidth"], sheet["NumHeight"]) for _, sheet in sorted(sheets.items())
    ]
    assert [sheet["cells"] for sheet in listed["sheets"]] == [["lantern"], ["flare"]]
    for sheet in listed["sheets"]:
        assert {sheet["file"], sheet["back"]} <= set(files)
        assert picture(files[sheet["file"]]).size[0] % sheet["columns"] == 0
    coin = by_name["Custom_Tile"][0]
    assert (coin["Nickname"], coin["Description"]) == ("Penny", "Worth 1 [coin].")
    assert coin["CustomImage"]["CustomTile"]["Type"] == 2
    assert coin["CustomImage"]["ImageSecondaryURL"].endswith("images/coins-penny-back.png")
    assert len(by_name["Bag"][0]["ContainedObjects"]) == 9
    die = by_name["Custom_Dice"][0]
    assert [face["Value"] for face in die["RotationValues"]] == ["1", "1", "2", "2", "3", "0"]
    assert [set(face["Rotation"]) for face in die["RotationValues"]] == [{"x", "y", "z"}] * 6
    gem = picture(files["images/gems-gem.png"])
    assert (gem.mode, gem.getpixel((0, 0))[3], gem.getpixel((130, 150))[3]) == ("RGBA", 0, 255)  # type: ignore[index]
    assert by_name["Custom_Board"][0]["Nickname"] == "The Cave"
    assert files["documents/rules.pdf"].startswith(b"%PDF")
    wide = by_name["DeckCustom"][0]
    assert wide["SidewaysCard"] is True
    assert wide["CustomDeck"]["1"]["UniqueBack"] is True
    assert by_name["CardCustom"][0]["Nickname"] == "Flare"


def everything(value: Any) -> list[dict[str, Any]]:
    found = [value] if isinstance(value, dict) and "GUID" in value else []
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return found + [one for part in inner for one in everything(part)]


def test_objects_have_names_of_their_own_and_all_pictures_are_there(tmp_path: Path) -> None:
    files, _ = exported(game(tmp_path, LAMPS, COINS, CAVE, DICE, RULES), "tabletop-simulator")
    guids = [made["GUID"] for made in everything(json.loads(files["lamps.json"]))]
    assert len(guids) == len(set(guids)) == 10 + 14 + 1 + 2 + 1
    assert all(re.fullmatch("[0-9a-f]{6}", guid) for guid in guids)
    named = set(re.findall(r"file:///somewhere/out/([^\"]+)", files["lamps.json"].decode()))
    assert named == {name for name in files if "/" in name}


def test_large_decks_have_several_sheets_within_the_limits(tmp_path: Path) -> None:
    cards = "".join(f"  - {{id: c{n}, light: 1, count: 2}}\n" for n in range(150))
    folder = game(tmp_path, LAMPS, files={"cards/lamps.yaml": "Lamp:\n" + cards})
    files, _ = exported(folder, "tabletop-simulator", pixels=1000)
    (deck,) = saved(files)
    assert len(deck["DeckIDs"]) == 300
    assert [(s["NumWidth"], s["NumHeight"]) for s in deck["CustomDeck"].values()][:2] == [(10, 7), (10, 7)]
    assert list(deck["CustomDeck"]) == ["1", "2", "3"]
    assert max(card % 100 for card in deck["DeckIDs"]) == 68
    for name in (name for name in files if re.fullmatch(r"images/lamps-\d.png", name)):
        assert max(picture(files[name]).size) <= 1000


@pytest.mark.parametrize("count", [1, 3, 4, 9, 10, 35, 68, 69])
@pytest.mark.parametrize("aspect", [0.5, 0.716, 1.0, 1.4])
def test_sheets_have_room_for_all_cards_and_the_hidden_one(count: int, aspect: float) -> None:
    columns, lines = grid(count, aspect, 4096)
    assert 2 <= columns <= 10
    assert 2 <= lines <= 7
    assert columns * lines > count


# --- virtual tables with CSV ---


def test_playingcards_io(tmp_path: Path) -> None:
    files, _ = exported(game(tmp_path, LAMPS, CAVE), "playingcards.io", url="https://example.org")
    listed = rows(files["lamps.csv"])
    assert [(row["label"], row["item-count"]) for row in listed] == [
        ("Candle", "5"),
        ("Lantern", "3"),
        ("Flare", "1"),
    ]
    assert listed[0]["image"] == "https://example.org/lamps/candle.png"
    assert {row["back"] for row in listed} == {"https://example.org/lamps/back.png"}
    assert picture(files["lamps/candle.png"]).size == (744, 1039)
    assert "cave/cave.png" in files
    assert "cave.csv" not in files


def test_a_room_of_playingcards_io(tmp_path: Path) -> None:
    files, _ = exported(game(tmp_path, LAMPS, WIDE, GEMS, CAVE, DICE), "playingcards.io")
    with ZipFile(io.BytesIO(files["lamps.pcio"])) as room:
        assert room.testzip() is None
        assert room.namelist()[:2] == ["schemaVersion", "widgets.json"]
        assert {info.compress_type for info in room.infolist()} == {ZIP_STORED}
        assert room.read("schemaVersion") == b"3"
        widgets = json.loads(room.read("widgets.json"))
        members = {name: room.read(name) for name in room.namelist()[2:]}
    by_id = {widget["id"]: widget for widget in widgets}
    assert len(by_id) == len(widgets)
    assert {widget["type"] for widget in widgets} == {"hand", "cardPile", "cardDeck", "card", "board"}
    named = set(re.findall(r'"package://([^"]+)"', json.dumps(widgets)))
    assert named == set(members)
    assert max(map(len, members.values())) < 2 << 20
    cards = [widget for widget in widgets if widget["type"] == "card"]
    assert len([card for card in cards if card["deck"] == "lamps-deck"]) == 9
    for card in cards:
        deck, pile = by_id[card["deck"]], by_id[card["parent"]]
        assert card["cardType"] in deck["cardTypes"]
        assert deck["parent"] == pile["id"]
        assert pile["x"] < card["x"] < pile["x"] + pile["width"]
        assert card["faceup"] is False
    lamps = by_id["lamps-deck"]
    assert (lamps["cardWidth"], lamps["cardHeight"]) == (101, 141)
    assert lamps["cardTypes"]["candle"] == {
        "label": "Candle",
        "face": "package://userassets/lamps-candle.jpg",
        "back": "package://userassets/lamps-back.jpg",
    }
    (shown,) = lamps["faceTemplate"]["objects"]
    assert (shown["type"], shown["value"], shown["valueType"]) == ("image", "face", "dynamic")
    assert by_id["wide-deck"]["cardTypes"]["lantern"]["back"].endswith("wide-lantern-back.jpg")
    assert picture(members["userassets/lamps-candle.jpg"]).size == (372, 520)
    assert picture(members["userassets/gems-gem.png"]).mode == "RGBA"
    (plain,) = by_id["gems-deck"]["backTemplate"]["objects"]
    assert (plain["valueType"], plain["color"]) == ("static", "#555555"), "a face isn't seen from behind"


def test_a_room_with_many_decks_has_a_place_for_each(tmp_path: Path) -> None:
    jobs = [LAMPS.replace("lamps", f"deck{n}") for n in range(14)]
    files, _ = exported(game(tmp_path, *jobs), "playingcards.io", dpi=36)
    with ZipFile(io.BytesIO(files["lamps.pcio"])) as room:
        piles = [w for w in json.loads(room.read("widgets.json")) if w["type"] == "cardPile"]
    places = [(pile["x"], pile["y"]) for pile in piles]
    assert len(set(places)) == len(places) == 14
    assert all(
        x + pile["width"] <= 1600 and y + pile["height"] <= 820
        for pile, (x, y) in zip(piles, places, strict=True)
    )


def test_screentop(tmp_path: Path) -> None:
    files, _ = exported(game(tmp_path, WIDE), "screentop", dpi=72)
    (row,) = rows(files["wide.csv"])
    assert (row["name"], row["front"], row["back"], row["count"]) == (
        "Lantern",
        "wide/lantern.png",
        "wide/lantern-back.png",
        "3",
    )
    assert picture(files["wide/lantern.png"]).size == (249, 179)


# --- a file a piece ---


@pytest.mark.parametrize(
    ("bleed", "dpi", "size"),
    [(True, 300, (815, 1110)), (False, 300, (744, 1039)), (False, 100, (248, 346))],
)
def test_png_at_a_resolution(tmp_path: Path, bleed: bool, dpi: float, size: tuple[int, int]) -> None:
    files, _ = exported(game(tmp_path, LAMPS), "png", bleed=bleed, dpi=dpi)
    assert set(files) == {
        "manifest.json",
        *(f"lamps/{n}.png" for n in ("candle", "lantern", "flare", "back")),
    }
    assert picture(files["lamps/candle.png"]).size == size
    (first, *_) = json.loads(files["manifest.json"])["pieces"]
    assert first == {"deck": "lamps", "id": "candle", "name": "Candle", "copies": 5}


def test_boards_of_players_show_the_game_and_have_backs(tmp_path: Path) -> None:
    board = "size: [60, 40]\nelements: [{text: '{candle.name} {seat} {title}', at: [2, 2], size: [56, 10]}]\n"
    job = "{mats: desk, layout: layouts/desk.yaml, back: layouts/desk.yaml, each: seat, with: {title: Aid}}"
    files, problems = exported(game(tmp_path, job, files={"layouts/desk.yaml": board}), "svg")
    assert problems == []
    sides = sorted(name for name in files if name.startswith("desk/"))
    assert sides[:2] == ["desk/desk-1-back.svg", "desk/desk-1.svg"]
    assert ">Candle 1 Aid</text>" in files["desk/desk-1.svg"].decode()


def test_too_many_pixels(tmp_path: Path) -> None:
    files, (problem,) = exported(game(tmp_path, CAVE), "png", dpi=1200)
    assert problem.code == "PCG0794"
    assert list(files) == ["manifest.json"]


def test_svg_with_text_or_outlines(tmp_path: Path) -> None:
    folder = game(tmp_path, LAMPS)
    plain = exported(folder, "svg")[0]["lamps/candle.svg"].decode()
    outlined = exported(folder, "svg", outlines=True, bleed=False)[0]["lamps/candle.svg"].decode()
    assert 'width="69mm"' in plain
    assert 'width="63mm"' in outlined
    assert ">Candle</text>" in plain
    assert "<text" not in outlined
    assert "@font-face" not in outlined


# --- cutting machines ---

_NS = {"s": "http://www.w3.org/2000/svg"}
_LAYER = "{http://www.inkscape.org/namespaces/inkscape}label"


def test_cut_lines_are_in_a_layer_of_their_own(tmp_path: Path) -> None:
    files, problems = exported(game(tmp_path, LAMPS, GEMS, CAVE), "cut-svg")
    assert problems == []
    assert set(files) == {
        "lamps-1.svg", "lamps-1-back.svg", "lamps-2.svg", "lamps-2-back.svg", "gems-1.svg", "manifest.json",
    }  # fmt: skip
    root = ElementTree.fromstring(files["lamps-1.svg"])
    layers = {group.get(_LAYER): group for group in root.findall("s:g", _NS)}
    assert list(layers) == ["Print", "Regmarks", "Cut"]
    assert {
        group.get("{http://www.inkscape.org/namespaces/inkscape}groupmode") for group in layers.values()
    } == {"layer"}
    square, *corners = (
        [float(mark.get(key, 0)) for key in ("x", "y", "width", "height")]
        for mark in layers["Regmarks"].findall("s:rect", _NS)
    )
    assert square == [10, 10, 5, 5]
    assert corners == [
        [200 - 20, 9.75, 20.25, 0.5],
        [200 - 0.25, 9.75, 0.5, 20.25],
        [9.75, 287 - 0.25, 20.25, 0.5],
        [9.75, 287 - 20, 0.5, 20.25],
    ]
    cuts = layers["Cut"].findall("s:rect", _NS)
    assert len(cuts) == 6
    assert {(cut.get("stroke"), cut.get("fill"), cut.get("width"), cut.get("rx")) for cut in cuts} == {
        ("#ff0000", "none", "63", "3")
    }
    for cut in cuts:
        x, y = float(cut.get("x", 0)), float(cut.get("y", 0))
        assert 11 <= x <= 210 - 11 - 63
        assert 11 <= y <= 297 - 11 - 88
        assert (33 <= x <= 210 - 33 - 63) or (33 <= y <= 297 - 33 - 88), "near a mark"
    assert b"#ff0000" not in files["lamps-1-back.svg"]
    assert b"<text" not in files["lamps-1.svg"]
    gems = ElementTree.fromstring(files["gems-1.svg"])
    assert len(gems.findall(".//s:g[@id='cut']/s:polygon", _NS)) == 3


@pytest.mark.parametrize(
    ("size", "paper", "copies", "pages", "marks"),
    [
        ("poker", "letter", 8, [8], 5),
        ("poker", "letter", 6, [6], 20),
        ("poker", "letter", 12, [6, 6], 20),
        ("poker", "letter", 16, [8, 8], 5),
        ("poker-us", "letter", 8, [8], 5),
        ("poker-us", "a4", 8, [8], 5),
        ("tarot", "a4", 5, [4, 1], 20),
    ],
)
def test_pages_hold_as_many_cards_as_fit_beside_the_marks(
    tmp_path: Path, size: str, paper: str, copies: int, pages: list[int], marks: int
) -> None:
    """As many as github.com/Alan-Cha/silhouette-card-maker has on its pages; long arms if that costs none."""
    more = {
        "types/page.yaml": "types:\n  Page: {kind: card}\n",
        "cards/pages.yaml": f"Page:\n  - {{id: page, name: Page, count: {copies}}}\n",
        "layouts/c.yaml": f"size: {size}\nelements: [{{shape: rect, fill: '#112233'}}]\n",
    }
    folder = game(tmp_path, "{cards: c, of: Page, front: layouts/c.yaml}", files=more)
    files, problems = exported(folder, "cut-svg", paper=paper)
    assert problems == []
    roots = [ElementTree.fromstring(data) for name, data in sorted(files.items()) if name.endswith(".svg")]
    assert [len(root.findall(".//s:g[@id='cut']/s:rect", _NS)) for root in roots] == pages
    (deck,) = json.loads(files["manifest.json"])["cut"]
    assert deck["marks"] == {"length": marks, "thickness": 0.5, "inset": 10}


def test_cuts_have_a_colour_that_no_piece_has(tmp_path: Path) -> None:
    layout = "size: poker\nelements: [{shape: rect, fill: '#ff0000'}, {shape: circle, stroke: '#00ff00'}]\n"
    folder = game(tmp_path, "{cards: c, of: Lamp, front: layouts/c.yaml}", files={"layouts/c.yaml": layout})
    files, _ = exported(folder, "cut-svg")
    root = ElementTree.fromstring(files["c-1.svg"])
    assert {cut.get("stroke") for cut in root.findall(".//s:g[@id='cut']/s:rect", _NS)} == {"#0000ff"}
    assert [deck["color"] for deck in json.loads(files["manifest.json"])["cut"]] == ["#0000ff"]


def test_what_is_larger_than_the_paper(tmp_path: Path) -> None:
    _, (problem,) = exported(game(tmp_path, "{tokens: big, pieces: [{name: A}], size: 280}"), "cut-svg")
    assert problem.code == "PCG0796"
    _, problems = exported(
        game(tmp_path, "{tokens: big, pieces: [{name: A}], size: 260}"), "cut-svg", paper="a3"
    )
    assert problems == []


# --- tables ---


def test_definitions_come_back_from_their_tables(tmp_path: Path) -> None:
    folder = game(tmp_path)
    files, problems = exported(folder, "csv")
    assert problems == []
    before = check_and_compile(folder)
    for name in ("cards/lamps.yaml", "cards/more.yaml"):
        (folder / name).unlink()
    for name in ("Lamp.csv", "Coin.csv", "Cube.csv", "tables.yaml"):
        (folder / name).write_bytes(files[name])
    after = check_and_compile(folder)
    assert [d.code for d in after.diagnostics] == [d.code for d in before.diagnostics]
    assert before.game is not None
    assert after.game is not None
    for id_, found in before.game.definitions.items():
        other = after.game.definitions[id_]
        assert (found.name, found.count, found.fields, found.text) == (
            other.name,
            other.count,
            other.fields,
            other.text,
        )
        assert [b.body.text.rstrip() for b in found.behaviours] == [b.body.text for b in other.behaviours]


def test_a_handler_and_its_condition_are_columns_apart(tmp_path: Path) -> None:
    cards = """\
Lamp:
  - {id: a, light: 1, text: Plain., on: {moved: owner.score += 1}}
  - {id: b, light: 1, text: {text: One., flavour: Two.}, on: {moved: {if: by == owner, do: owner.score += 2}}}
"""
    files, _ = exported(game(tmp_path, files={"cards/lamps.yaml": cards}), "csv")
    assert (
        files["Lamp.csv"].decode().splitlines()[0]
        == "id,light,text.flavour,text.text,on.moved.do,on.moved.if"
    )


def test_rules_that_are_one_value(tmp_path: Path) -> None:
    cards = 'Lamp:\n  - {id: a, light: 1, modify: {speed: {add: "1", if: "False"}}}\n'
    folder = game(tmp_path, files={"cards/lamps.yaml": cards})
    (before,) = loaded(folder).definitions["a"].behaviours
    files, problems = exported(folder, "csv")
    assert problems == []
    (folder / "cards/lamps.yaml").write_text("Lamp: {from: Lamp.csv}\n")
    (folder / "Lamp.csv").write_bytes(files["Lamp.csv"])
    (after,) = loaded(folder).definitions["a"].behaviours
    assert after.body.text == before.body.text == "1"
    assert after.condition is not None
    assert after.condition.text == "False"


def test_what_no_row_can_hold_is_said(tmp_path: Path) -> None:
    cards = """\
Lamp:
  - {id: a, light: 1}
  - id: b
    light: 2
    use: [{when: [leaving], do: "rest(by, 1)"}, {when: [leaving], do: "rest(by, 2)"}]
"""
    files, (problem,) = exported(game(tmp_path, files={"cards/lamps.yaml": cards}), "csv")
    assert (problem.code, problem.severity.value) == ("PCG0795", "note")
    assert files["Lamp.csv"].decode().splitlines() == ["id,light", "a,1"]
    assert check_game(tmp_path / "lamps") is not None


_WORDS = st.text("ab 1;:,\"'\n{}é", max_size=12)
_VALUES = st.fixed_dictionaries(
    {"id": st.text("abcdef", min_size=1, max_size=6)},
    optional={
        "name": st.text("Ab c", min_size=1, max_size=8),
        "count": st.integers(0, 9),
        "worth": st.integers(-5, 99),
        "icon": _WORDS,
        "text": st.one_of(_WORDS, st.dictionaries(st.sampled_from(["one", "two"]), _WORDS, min_size=1)),
    },
)


@settings(max_examples=25, deadline=None)
@given(st.lists(_VALUES, min_size=1, max_size=4, unique_by=lambda value: value["id"]))
def test_any_definitions_come_back_or_are_said_not_to(
    tmp_path_factory: pytest.TempPathFactory, coins: list[dict[str, Any]]
) -> None:
    folder = game(tmp_path_factory.mktemp("g"), files={"cards/more.yaml": json.dumps({"Coin": coins})})
    before = loaded(folder).definitions
    files, problems = exported(folder, "csv")
    left_out = {problem.message.split("`")[1] for problem in problems}
    (folder / "cards/more.yaml").write_text("Coin: {from: Coin.csv}\n" if "Coin.csv" in files else "")
    (folder / "Coin.csv").write_bytes(files.get("Coin.csv", b""))
    after = loaded(folder).definitions
    assert {coin["id"] for coin in coins} - left_out == {id_ for id_, d in after.items() if d.type == "Coin"}
    for id_, definition in after.items():
        assert definition == before[id_]
