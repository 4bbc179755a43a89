"""Bundles: what is written is what is read, and nothing else is read."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pycardgen.bundle import file as bundle_file
from pycardgen.bundle.file import Bundle, make_bundle, pack, read_bundle, write_bundle
from pycardgen.diagnostics import DiagnosticError
from pycardgen.lang import ir
from pycardgen.lang.verify import verify
from pycardgen.model.types import BOOL, INT, STR, FuncType, ListType
from tests.oracle.programs import program_game, random_program
from tests.oracle.small import CARD, PLAYER, func, number, program

TEXTS = {"de": {"messages": {"played": "{who} spielt {card}."}}}


def small_bundle() -> Bundle:
    cards = ir.Builtin("every", (ir.Lit("Card", type=STR),), type=ListType(CARD))
    value = ir.Field(ir.Local("x", type=CARD), "Card", "value", type=INT)
    key = ir.Lambda(("x",), value, type=FuncType((CARD,), INT))
    best = ir.Builtin("list.max", (cards,), (("key", key),), type=CARD, at=1)
    test = ir.Compare(ir.Field(best, "Card", "value", type=INT), (">",), (number(5),), type=BOOL)
    body = ir.If(test, (ir.Return(None),), (ir.Assign(ir.GameState("round", type=INT), number(-(2**63))),))
    card, mine = ("card", CARD), (("self", CARD), ("owner", PLAYER))
    effect = ir.Effect("modify", "worth", "one", "one/add", stage="add", label="Block")
    rules = program(
        func("setup", body),
        func("worth", ir.Return(number(1)), params=(card,), result=INT),
        func("gain", ir.Return(None), params=(("p", PLAYER), ("n", INT))),
        func("one/add", ir.Return(number(1)), params=(*mine, card), result=INT, role="behaviour"),
        effects=(effect,),
    )
    return make_bundle(program_game(), rules, TEXTS)


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "small.pcg"
    write_bundle(small_bundle(), path)
    return path


def members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rewrite(path: Path, parts: dict[str, bytes]) -> None:
    """Write members with a digest that is right for them, as a skilled forger would."""
    manifest = json.loads(parts["manifest.json"])
    manifest["digest"] = bundle_file.digest_of(parts)
    path.write_bytes(pack({**parts, "manifest.json": json.dumps(manifest).encode()}))


def refusal(path: Path) -> str:
    with pytest.raises(DiagnosticError) as caught:
        read_bundle(path)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.hint
    return f"{diagnostic.code} {diagnostic.message}"


def test_reading_gives_what_was_written(written: Path) -> None:
    bundle, read = small_bundle(), read_bundle(written)
    assert read.game == bundle.game
    assert read.program == bundle.program
    assert read.translations == TEXTS
    assert read.digest == bundle.digest == read.manifest["digest"]


def test_writing_what_was_read_gives_the_same_bytes(written: Path, tmp_path: Path) -> None:
    write_bundle(read_bundle(written), tmp_path / "again.pcg")
    assert (tmp_path / "again.pcg").read_bytes() == written.read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["again.pcg", "small.pcg"]


def test_ordinary_tools_read_it(written: Path) -> None:
    with zipfile.ZipFile(written) as archive:
        assert archive.namelist() == [
            "manifest.json",
            "content.json",
            "rules.json",
            "maps.json",
            "i18n/de.json",
        ]
        assert all(info.compress_type == zipfile.ZIP_STORED for info in archive.infolist())
        assert json.loads(archive.read("content.json"))["definitions"]["one"]["fields"] == {
            "value": 1,
            "color": "red",
        }


def test_a_failed_write_leaves_the_old_bundle(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = written.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="No space"):
        write_bundle(small_bundle(), written)
    assert written.read_bytes() == before
    assert [p.name for p in written.parent.iterdir()] == ["small.pcg"]


def test_files_are_named_from_their_game_folder(tmp_path: Path) -> None:
    names = (str(tmp_path / "game/rules/main.star"), str(tmp_path / "pack/more.star"))
    bundle = small_bundle()
    game = replace(bundle.game, folders=(str(tmp_path / "game"), str(tmp_path / "pack")))
    write_bundle(make_bundle(game, replace(bundle.program, files=names)), tmp_path / "b.pcg")
    assert read_bundle(tmp_path / "b.pcg").program.files == ("rules/main.star", "pack/more.star")


# --- damage


def test_every_truncation_is_refused(written: Path) -> None:
    whole = written.read_bytes()
    for size in range(0, len(whole), 97):
        written.write_bytes(whole[:size])
        assert refusal(written).startswith("PCG093")


def test_a_changed_byte_is_refused_or_means_nothing(written: Path) -> None:
    """Only the zip's own times and attributes may change without a word."""
    whole, bundle, refused = written.read_bytes(), read_bundle(written), 0
    for at in range(0, len(whole), 61):
        written.write_bytes(whole[:at] + bytes([whole[at] ^ 0x15]) + whole[at + 1 :])
        try:
            same = read_bundle(written) == bundle
        except DiagnosticError as error:
            same = error.diagnostics[0].code.startswith("PCG093")
            refused += 1
        assert same
    assert refused > len(whole) // 61 * 0.9


def test_an_edited_member_is_refused(written: Path) -> None:
    parts = members(written)
    parts["content.json"] = parts["content.json"].replace(b'"value":10', b'"value":99')
    written.write_bytes(pack(parts))
    assert refusal(written).startswith("PCG0934 small.pcg")


@pytest.mark.parametrize("extra", [b"garbage", b"\0", b"PK\5\6" + bytes(18)])
def test_something_added_is_refused(written: Path, extra: bytes) -> None:
    whole = written.read_bytes()
    written.write_bytes(whole + extra)
    assert refusal(written).startswith(("PCG0930", "PCG0932"))
    written.write_bytes(extra + whole)
    assert refusal(written).startswith(("PCG0930", "PCG0932"))


def test_what_is_no_bundle_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "nowhere.pcg").startswith("PCG0930")
    assert refusal(tmp_path).startswith("PCG0930")
    (tmp_path / "text.pcg").write_text("id: small\n")
    assert "is no bundle at all" in refusal(tmp_path / "text.pcg")


def repack(written: Path, change: Callable[[zipfile.ZipFile, str, bytes], None]) -> None:
    parts = members(written)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in parts.items():
            change(archive, name, data)
    written.write_bytes(out.getvalue())


def test_compressed_members_are_refused(written: Path) -> None:
    repack(written, lambda z, name, data: z.writestr(name, data, zipfile.ZIP_DEFLATED))
    assert "is compressed" in refusal(written)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_doubled_members_are_refused(written: Path) -> None:
    def twice(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
        archive.writestr(name, data)
        if name == "i18n/de.json":
            archive.writestr(name, data)

    repack(written, twice)
    assert refusal(written).startswith("PCG0932")


@pytest.mark.parametrize(
    "name", ["i18n/../../etc/de.json", "/i18n/de.json", "rules.py", "i18n/de.json\0", "j.json"]
)
def test_unknown_members_are_refused(written: Path, name: str) -> None:
    written.write_bytes(pack({**members(written), name: b"{}"}))
    assert refusal(written).startswith("PCG0932")


def test_encrypted_and_zip64_members_are_refused(written: Path) -> None:
    whole = written.read_bytes()
    directory = whole.index(b"PK\1\2")
    flagged = bytearray(whole)
    flagged[directory + 8 : directory + 10] = struct.pack("<H", 1)
    written.write_bytes(bytes(flagged))
    assert refusal(written).startswith("PCG0932")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in {**members_of(whole)}.items():
            with archive.open(name, "w", force_zip64=True) as stream:
                stream.write(data)
    written.write_bytes(out.getvalue())
    assert refusal(written).startswith("PCG0932")


def members_of(raw: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_too_big_is_refused(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle_file, "MAX_FILE", 1000)
    assert refusal(written).startswith("PCG0931")
    monkeypatch.undo()
    written.write_bytes(pack({**members(written), **{f"i18n/x{c}y.json": b"{}" for c in "abc"}}))
    monkeypatch.setattr(bundle_file, "MAX_MEMBERS", 7)
    assert refusal(written).startswith("PCG0931")


def test_a_newer_format_says_so(written: Path) -> None:
    parts = members(written)
    manifest = json.loads(parts["manifest.json"])
    manifest["format"] = bundle_file.FORMAT + 1
    manifest["unheard_of"] = True
    written.write_bytes(pack({**parts, "manifest.json": json.dumps(manifest).encode()}))
    assert refusal(written).startswith("PCG0933")


@pytest.mark.parametrize(
    "manifest", [b"[]", b"{}", b'{"format":true}', b'{"format":1}', b'{"format":1,"format":1}', b"{", b"\xff"]
)
def test_a_bad_manifest_is_refused(written: Path, manifest: bytes) -> None:
    written.write_bytes(pack({**members(written), "manifest.json": manifest}))
    assert refusal(written).startswith("PCG0935 small.pcg can't be used: manifest.json")


def test_a_manifest_of_another_game_is_refused(written: Path) -> None:
    parts = members(written)
    parts["manifest.json"] = parts["manifest.json"].replace(b'"id":"small"', b'"id":"other"')
    written.write_bytes(pack(parts))
    assert "another game" in refusal(written)


# --- forgeries: the digest is right, the content isn't


@pytest.mark.parametrize(
    ("member", "old", "new", "said"),
    [
        ("content.json", '"title":', '"titel":', "content.json: `title` is missing"),
        (
            "content.json",
            '"players":[2,3]',
            '"players":[2,3,4]',
            "content.json, players: expected an array of 2",
        ),
        (
            "content.json",
            '"count":3',
            '"count":3.5',
            "definitions.one.count: expected an integer, found a fraction",
        ),
        ("content.json", '"count":3', '"count":true', "expected an integer, found true or false"),
        ("content.json", '"count":3', '"count":9223372036854775808', "doesn't fit 64 bits"),
        ("content.json", '"count":3', '"count":' + "9" * 5000, "doesn't fit 64 bits"),
        ("content.json", '"count":3', '"count":NaN', "is no number"),
        ("content.json", '"count":3', '"count":3,"count":3', "stands twice"),
        ("content.json", '"count":3', '"count":3,"extra":3', "`extra` doesn't belong here"),
        ("content.json", '"type":"bool"', '"type":"Nothing"', "unknown type `Nothing`"),
        ("content.json", '"type":"bool"', '"type":"list[ bool]"', "isn't how a type is written"),
        (
            "content.json",
            '"type":"bool"',
            '"type":"' + "list[" * 60 + "int" + "]" * 60 + '"',
            "nested too deeply",
        ),
        ("content.json", '"seen_by":"owner"', '"seen_by":"them"', "expected one of all, owner, nobody"),
        ("content.json", '"One"', '"\\ud800"', "a string that isn't text"),
        ("content.json", '"default":[]', '"default":' + "[" * 5000 + "]" * 5000, "nested too deeply"),
        (
            "maps.json",
            '"edges":[[1]',
            '"edges":[["1"]',
            "content.json, maps.row.edges[0][0]: expected an integer",
        ),
        ("rules.json", '["Return"', '["Import"', "`Import` isn't a node that may stand here"),
        ("rules.json", '["Return"', '["Lit"', "`Lit` isn't a node that may stand here"),
        ("rules.json", '["Return",0,null]', '["Return",0]', "`Return` has 2 parts, not 1"),
        ("rules.json", '["Return",0,null]', '["Return",0,null,1]', "`Return` has 2 parts, not 3"),
        ("rules.json", '["Return",0,null]', "[]", "expected a node"),
        ("rules.json", '["Return",0,null]', '[["Return"],0,null]', "expected a node"),
        ("rules.json", '"(Card) -> int"', '"(Card) - int"', "isn't how a type is written"),
        ("rules.json", "-9223372036854775808", "-9223372036854775809", "doesn't fit 64 bits"),
        ("rules.json", "-9223372036854775808", "1e3", "didn't expect a fraction"),
    ],
)
def test_a_forged_member_is_refused(written: Path, member: str, old: str, new: str, said: str) -> None:
    parts = members(written)
    text = parts[member].decode()
    assert old in text
    rewrite(written, {**parts, member: text.replace(old, new, 1).encode()})
    message = refusal(written)
    assert message.startswith("PCG0935"), message
    assert said in message


def test_deep_rules_are_refused_without_overflowing(written: Path) -> None:
    parts = members(written)
    deep = '["Not",0,"bool",' * 450 + '["Lit",0,"bool",true]' + "]" * 450
    body = f'["Return",0,{deep}]'.encode()
    rewrite(written, {**parts, "rules.json": parts["rules.json"].replace(b'["Return",0,null]', body)})
    assert "nested too deeply" in refusal(written)


@pytest.mark.parametrize(
    ("member", "old", "new", "said"),
    [
        ("content.json", '"value":10', '"value":"10"', "field value of ten isn't of type int"),
        ("content.json", '"color":"blue"', '"color":"green"', "field color of two isn't of type Color"),
        ("content.json", '["one","two"]', '["one","gone"]', "field needs of ten isn't of type list[Card]"),
        ("content.json", '"value":10,', "", "ten doesn't have the fields of Big"),
        ("content.json", '"players":[2,3]', '"players":[3,2]', "it is for 3 to 2 players"),
        ("content.json", '"count":3', '"count":-3', "one has -3 copies"),
        ("content.json", '"count":3', '"count":100000', "more than 100000 copies"),
        ("content.json", '"kind":"player"', '"kind":"card"', "exactly one type of kind player"),
        ("content.json", '"kind":"player"', '"kind":"wizard"', "exactly one type of kind player"),
        ("content.json", '"extends":"Card"', '"extends":"Big"', "type Big can't extend Big"),
        (
            "content.json",
            '"round":{"name":"round"',
            '"round":{"name":"x; y"',
            "a state stands under the name 'round'",
        ),
        (
            "content.json",
            '"scopes":["round","turn"]',
            '"scopes":["round","turn","__class__"]',
            "'__class__' is no name",
        ),
        ("content.json", '"recycle":"used"', '"recycle":"round"', "the zone game.deck can't recycle round"),
        ("content.json", '"default_map":"row"', '"default_map":"col"', "its default map col isn't there"),
        ("content.json", '"limits":{"steps":12', '"limits":{"steps":0', "its limits"),
        (
            "content.json",
            '{"rounds":2}',
            '{"rounds":"2"}',
            "the mission first fixes the setting 'rounds' wrongly",
        ),
        ("maps.json", '"edges":[[1]', '"edges":[[3]', "the map row has an edge that leads nowhere"),
        ("maps.json", '"sides":[[-1,1', '"sides":[[-1,7', "the map row has sides that lead nowhere"),
        ("maps.json", '"starts":["A1"]', '"starts":["Z1"]', "a start or goal of the map row isn't on it"),
        ("maps.json", '"gate":"A1"', '"gate":"one"', "field gate of row isn't of type Room"),
    ],
)
def test_content_that_contradicts_itself_is_refused(
    written: Path, member: str, old: str, new: str, said: str
) -> None:
    parts = members(written)
    text = parts[member].decode()
    assert old in text
    rewrite(written, {**parts, member: text.replace(old, new, 1).encode()})
    message = refusal(written)
    assert message.startswith("PCG0936"), message
    assert said in message


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"Card","value"', '"Card","__class__"', "PCG08"),
        ('"Card","value"', '"Card","worth"', "PCG08"),
        ('"Assign",0', '"Assign",99', "a place that isn't there"),
        ('"GameState",0,"int"', '"GameState",0,"str"', "not what checking it gives"),
        ('"list.max"', '"eval"', "eval"),
        ('"Func","worth"', '"Func","worth()"', "PCG0805"),
        ('"one/add"', '"os.system"', "there is no function"),
    ],
)
def test_rules_that_nobody_could_compile_are_refused(written: Path, old: str, new: str, said: str) -> None:
    parts = members(written)
    text = parts["rules.json"].decode()
    assert old in text
    rewrite(written, {**parts, "rules.json": text.replace(old, new, 1).encode()})
    message = refusal(written)
    assert message.startswith("PCG0937"), message
    assert said in message


def test_random_programs_survive(tmp_path: Path) -> None:
    kept = 0
    for seed in range(12):
        bundle = make_bundle(program_game(), random_program(seed, 0))
        if not verify(bundle.program, bundle.game):
            write_bundle(bundle, tmp_path / "random.pcg")
            assert read_bundle(tmp_path / "random.pcg").program == bundle.program
            kept += 1
    assert kept > 3
