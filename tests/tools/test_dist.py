"""What `make dist` checks of a release: every wheel, and the addresses of what is published."""

from __future__ import annotations

import tarfile
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from tools.dist.files import Release, judge_abi, judge_metadata
from tools.matrix.process import Failed
from tools.matrix.pythons import Python

NAME = "mineproof-1.0"
STABLE = [f"{NAME}-cp312-abi3-{each}.whl" for each in ("macosx_11_0_arm64", "manylinux_x86_64")]
SAID = """\
Metadata-Version: 2.4
Name: mineproof
Version: 1.0
Author: we
Classifier: Topic :: Games/Entertainment
Description-Content-Type: text/markdown
Keywords: minesweeper
License-Expression: MIT
License-File: LICENSE
Provides-Extra: web
Requires-Dist: rich
Requires-Python: >=3.11
Summary: a game
"""
ADDRESS = "Project-URL: Source, https://example.org/mineproof\n"
OLD, NEW = (Python(version, Path("python"), has_headers=True) for version in ("3.11", "3.12"))


def released(
    folder: Path, *wheels: str, said: str = SAID, python: Python = NEW, is_given: bool = True
) -> Release:
    """Return a release whose tools accept everything but what is called bad."""
    files, tools = folder / "files", folder / "tools"
    files.mkdir(parents=True)
    tools.mkdir()
    for wheel in wheels:
        with zipfile.ZipFile(files / wheel, "w") as archive:
            archive.writestr(f"{NAME}.dist-info/METADATA", said)
    with tarfile.open(files / f"{NAME}.tar.gz", "w:gz") as archive:
        info = tarfile.TarInfo(f"{NAME}/PKG-INFO")
        info.size = len(said)
        archive.addfile(info, BytesIO(said.encode()))
    for tool in ("abi3audit", "twine"):
        (tools / tool).write_text("#!/bin/sh\ncase $* in *bad*) exit 1;; esac\n")
        (tools / tool).chmod(0o755)
    release = Release(folder, files, {python.version: python}, is_given=is_given)
    release.tools = tools
    return release


def test_every_wheel_for_the_stable_abi_is_audited(tmp_path: Path) -> None:
    """A bad one that is not the first by name is found."""
    told = judge_abi(released(tmp_path / "good", *STABLE))
    assert all(name in told for name in STABLE)
    bad = f"{NAME}-cp312-abi3-win_bad.whl"
    with pytest.raises(Failed, match=f"abi3audit of {bad}"):
        judge_abi(released(tmp_path / "ill", *STABLE, bad))


@pytest.mark.parametrize(("python", "is_given"), [(OLD, True), (NEW, False)])
def test_a_wheel_for_the_stable_abi_is_missed_where_it_is_expected(
    tmp_path: Path, python: Python, *, is_given: bool
) -> None:
    release = released(tmp_path, f"{NAME}-cp311-cp311-x.whl", python=python, is_given=is_given)
    with pytest.raises(Failed, match="no wheel abi3"):
        judge_abi(release)


def test_a_python_that_cannot_build_for_the_stable_abi_need_not(tmp_path: Path) -> None:
    release = released(tmp_path, f"{NAME}-cp311-cp311-x.whl", python=OLD, is_given=False)
    assert "no wheel" in judge_abi(release)


def test_what_is_published_has_addresses(tmp_path: Path) -> None:
    assert "1 addresses" in judge_metadata(released(tmp_path / "a", *STABLE, said=SAID + ADDRESS))
    with pytest.raises(Failed, match="no Project-URL"):
        judge_metadata(released(tmp_path / "b", *STABLE))
    assert "no address" in judge_metadata(released(tmp_path / "c", *STABLE, is_given=False))
