"""The corpus: inputs that were findings once, one JSON file each, replayed ever after."""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path

from fuzz.target import Json
from mineproof.files import save

CORPUS = Path(__file__).parents[1] / "corpus"
_ROOT = str(CORPUS.parents[1])


@dataclass(frozen=True)
class Finding:
    """An input that failed, what it raised, and the seed with which a run finds it again."""

    input: Json
    raised: str
    seed: int | None = None

    @property
    def digest(self) -> str:
        """Return the name of its file, which depends on the input alone."""
        return hashlib.sha256(json.dumps(self.input, sort_keys=True).encode()).hexdigest()[:12]


def cases(name: str, corpus: Path = CORPUS) -> list[Path]:
    """Return the files of a target, in order."""
    return sorted((corpus / name).glob("*.json"))


def load(file: Path) -> Finding:
    """Return the finding in a file of the corpus."""
    return Finding(**json.loads(file.read_text("utf-8")))


def store(name: str, finding: Finding, corpus: Path = CORPUS) -> Path:
    """Write a finding to the corpus and return its file."""
    file = corpus / name / f"{finding.digest}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    raised = finding.raised
    for folder in (sys.prefix, sys.base_prefix, _ROOT):  # stack traces name places of one machine
        raised = raised.replace(f"{folder}/", "")
    found = {"input": finding.input, "raised": raised, "seed": finding.seed}
    save(file, json.dumps(found, indent=1) + "\n")
    return file
