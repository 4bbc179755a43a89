"""The cache: what was read comes back the same; whatever is wrong with it is a miss."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from written import FILES, Writer, places

from pycardgen.diagnostics import Collector, Diagnostic, Related, Severity, Span
from pycardgen.source import cache as caching
from pycardgen.source import reader
from pycardgen.source.cache import Cache, key_of, open_cache, read_yaml_cached, recall, remember
from pycardgen.source.limits import Limits


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    monkeypatch.delenv("PYCARDGEN_NO_CACHE", raising=False)
    monkeypatch.setenv("PYCARDGEN_CACHE_DIR", str(tmp_path / "cache"))
    return open_cache()


def entries(cache: Cache) -> list[Path]:
    assert cache.folder is not None
    return sorted(path for path in cache.folder.rglob("*") if path.is_file())


def test_get_what_was_put(cache: Cache) -> None:
    key = key_of("a")
    assert cache.get("kind", key) is None
    cache.put("kind", key, b"payload")
    assert cache.get("kind", key) == b"payload"
    assert cache.get("other", key) is None
    cache.put("kind", key, b"")
    assert cache.get("kind", key) == b""


def test_only_the_user_can_read_it(cache: Cache) -> None:
    cache.put("kind", key_of("a"), b"x")
    assert cache.folder is not None
    for path in (cache.folder, *cache.folder.rglob("*")):
        assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "damage", [lambda b: b[:-1], lambda b: b + b"x", lambda b: b"", lambda b: b[:40] + b"!" + b[41:]]
)
def test_damage_is_a_miss(cache: Cache, damage: Any) -> None:
    key = key_of("a")
    cache.put("kind", key, b"some payload")
    [entry] = entries(cache)
    entry.write_bytes(damage(entry.read_bytes()))
    assert cache.get("kind", key) is None


def test_folder_that_others_can_write_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYCARDGEN_NO_CACHE", raising=False)
    monkeypatch.setenv("PYCARDGEN_CACHE_DIR", str(tmp_path / "open"))
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    assert open_cache() == Cache(None)
    (tmp_path / "mine").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "mine")
    monkeypatch.setenv("PYCARDGEN_CACHE_DIR", str(tmp_path / "link"))
    assert open_cache() == Cache(None)


def test_no_cache_wanted_or_possible(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYCARDGEN_CACHE_DIR", str(tmp_path / "file" / "cache"))
    monkeypatch.setenv("PYCARDGEN_NO_CACHE", "1")
    assert open_cache() == Cache(None)
    monkeypatch.delenv("PYCARDGEN_NO_CACHE")
    (tmp_path / "file").write_text("")
    assert open_cache() == Cache(None)
    Cache(None).put("kind", "key", b"x")
    assert Cache(None).get("kind", "key") is None


def test_full_disk_leaves_nothing(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    cache.put("kind", key_of("a"), b"x")
    assert entries(cache) == []


def test_oldest_entries_go_first(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(4):
        cache.put("kind", key_of(str(n)), b"x" * 64)
        assert cache.folder is not None
        os.utime(cache.folder / "kind" / key_of(str(n)), (n, n))
    monkeypatch.setattr(caching, "_KEPT_BYTES", 250)
    caching._prune.__wrapped__(cache.folder / "kind")
    assert [cache.get("kind", key_of(str(n))) is not None for n in range(4)] == [False, False, True, True]


def test_keys_tell_everything_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [
        key_of("ab"),
        key_of(b"ab"),
        key_of("a", "b"),
        key_of("ab", Limits()),
        key_of("ab", Limits(depth=1)),
    ]
    monkeypatch.setattr(caching, "tool_identity", lambda: b"another version")
    keys.append(key_of("ab"))
    assert len(set(keys)) == len(keys)


@settings(max_examples=100, deadline=None)
@given(value=FILES, seed=st.integers(0, 2**32))
def test_documents_survive(value: Any, seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("cache")
    cache = Cache(folder)
    path = folder / "f.yaml"
    text = Writer(Random(seed)).file(value)
    path.write_text(text)
    first = read_yaml_cached(path, "f.yaml", Collector(), cache)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "parse_yaml", None)
        second = read_yaml_cached(path, "f.yaml", Collector(), cache)
    assert first is not None
    assert second is not None
    assert repr(second.root) == repr(first.root)
    assert second.text == first.text
    assert places(second) == places(first)


@pytest.mark.parametrize("text", ["a: 1\na: 2\n", "a: b: c\n", "a: *x\n"])
def test_problems_come_again(
    cache: Cache, tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "f.yaml"
    path.write_text(text)
    first, second = Collector(), Collector()
    document = read_yaml_cached(path, "f.yaml", first, cache)
    monkeypatch.setattr(reader, "parse_yaml", None)
    again = read_yaml_cached(path, "f.yaml", second, cache)
    assert first.found
    assert second.found == first.found
    assert (document is None) == (again is None)


def test_changed_file_is_read_again(cache: Cache, tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    for n in range(2):
        path.write_text(f"a: {n}\n")
        document = read_yaml_cached(path, "f.yaml", Collector(), cache)
        assert document is not None
        assert document.root == {"a": n}


def test_diagnostics_are_remembered(cache: Cache) -> None:
    there = Span("f.yaml", 1, 2, 3, 4)
    found = [
        Diagnostic("PCG0001", "a", there, "h", (Related(there, "r"),), Severity.WARNING),
        Diagnostic("PCG0002", "no place"),
    ]
    key = key_of("game")
    assert recall(cache, "checked", key) is None
    remember(cache, "checked", key, found)
    assert recall(cache, "checked", key) == found
    remember(cache, "checked", key, [])
    assert recall(cache, "checked", key) == []
