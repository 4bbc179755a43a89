from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("model", deadline=None)
settings.load_profile("model")


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYCARDGEN_NO_CACHE", "1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "lamps"
