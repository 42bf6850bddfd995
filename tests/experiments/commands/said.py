"""What a command says: the one document of --json, and the files of bad input that it is given."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mixproof.experiments.cli.main import main

Captured = pytest.CaptureFixture[str]


def document(capsys: Captured, *words: str, status: int = 0) -> Any:
    assert main([*words, "--json"]) == status
    captured = capsys.readouterr()
    return json.loads(captured.out, parse_constant=lambda text: pytest.fail(f"{text} is no JSON"))


def files(tmp_path: Path) -> Path:
    """Bad input of every kind, under the names the cases below use."""
    (tmp_path / "apart.csv").write_text("u,v\n0,1\n2,3\n")
    (tmp_path / "p.csv").write_text("u,v,p\n0,1,1.5\n")
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "rows.csv").write_text("0.5,0.4\n0.4,0.5\n")
    (tmp_path / "skew.csv").write_text("0.5,0.5\n0.4,0.6\n")
    (tmp_path / "nan.csv").write_text("nan,0.5\n0.5,0.5\n")
    (tmp_path / "words.csv").write_text("a,b\nc,d\n")
    np.save(tmp_path / "complex.npy", np.array([[0.5, 0.5j], [-0.5j, 0.5]]))
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "folder.npz").mkdir()
    (tmp_path / "cut.npz").write_bytes(b"PK\x03\x04 cut short")
    (tmp_path / "w.json").write_text("{")
    (tmp_path / "old-store").write_text('{"mixproof": "store", "kind": "verdicts", "version": 1}\n')
    (tmp_path / "older-store").write_text('{"key": "1f", "verdict": {}}\n')
    for place in ("a", "b"):
        (tmp_path / place).mkdir()
        np.savez(tmp_path / place / "d.npz", X=np.eye(4), y=np.arange(4) % 2)
    np.savez(tmp_path / "no-rows.npz", X=np.zeros((0, 3)), y=np.zeros(0))
    return tmp_path
