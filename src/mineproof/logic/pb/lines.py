"""Lines of a pseudo-Boolean proof, in one of three versions of VeriPB's format.

Version 1.1 is what VeriPB's first implementation reads, 2.0 the one that added a conclusion, 3.0
the present one, in which inequalities have labels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mineproof.errors import UnknownName


@dataclass(frozen=True, slots=True)
class Version:
    """How a version writes what all of them have."""

    name: str
    comment: str
    witness: str
    """Between an inequality and its witness."""
    stop: str
    """After each rule."""
    has_labels: bool
    footer: str
    """What ends a proof, with the number of the contradiction in place of {}."""


_FOOTER = "output NONE{0}\nconclusion UNSAT : {1}{0}\nend pseudo-Boolean proof{0}\n"

VERSIONS: Mapping[str, Version] = {
    each.name: each
    for each in (
        Version("3.0", "%", ":", " ;", True, _FOOTER),
        Version("2.0", "*", ";", "", False, _FOOTER),
        Version("1.1", "*", ";", "", False, "c {1}{0}\n"),
    )
}
USUAL_VERSION = "3.0"


def version_named(name: str) -> Version:
    """Return a version by its name; raise UnknownName if there is none."""
    if name not in VERSIONS:
        raise UnknownName(f"unknown version {name!r} of VeriPB; expected {', '.join(VERSIONS)}")
    return VERSIONS[name]


class Lines:
    """A proof that grows line by line, after the inequalities of a formula."""

    def __init__(self, version: Version, given: int) -> None:
        self.version = version
        self._count = given
        self._known: dict[str, str] = {}
        self._text = [
            f"pseudo-Boolean proof version {version.name}\n",
            f"f {given}{version.stop}\n",
        ]

    def comment(self, words: str) -> None:
        """Write a line for human readers."""
        self._text.append(f"{self.version.comment} {words}\n")

    def polish(self, words: Sequence[str], label: str | None = None) -> str:
        """Derive an inequality by operations; return what refers to it.

        What was there before is not derived again, unless it gets a label.
        """
        body = " ".join(words)
        if label is None or not self.version.has_labels:
            if len(words) == 1:
                return body
            if body in self._known:
                return self._known[body]
        found = self._derive(f"pol {body}", label)
        self._known.setdefault(body, found)
        return found

    def define(self, inequality: str, variable: str, value: int) -> str:
        """Add an inequality that a value of a new variable makes true."""
        return self._derive(f"red {inequality} {self.version.witness} {variable} -> {value}", None)

    def finish(self, contradiction: str) -> str:
        """Return the proof, whose contradiction this is."""
        end = self.version.footer.format(self.version.stop, contradiction)
        return "".join([*self._text, end])

    def _derive(self, rule: str, label: str | None) -> str:
        self._count += 1
        name = label if label is not None and self.version.has_labels else None
        self._text.append(f"{f'{name} ' if name else ''}{rule}{self.version.stop}\n")
        return name or str(self._count)
