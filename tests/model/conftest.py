from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYCARDGEN_NO_CACHE", "1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "lamps"
