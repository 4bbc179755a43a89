from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test in a folder of its own, without what other runs remember."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYCARDGEN_CACHE_DIR", str(tmp_path / "cache"))
