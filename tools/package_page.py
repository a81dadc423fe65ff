"""The package's page on an index: the README with links that lead somewhere, and the addresses.

The build back end calls `dynamic_metadata` (pyproject.toml). A page on an index has no files beside
it, so links to files of the repository become links to its public address, at the tag of this
version. The project does not fix that address: MINEPROOF_HOME names it when the sdist is built, as
in `https://host/owner/mineproof`, in the form that GitHub and Forgejo's `/raw` and `/blob` share.
Without it such links become plain text, and pictures are left out. What is built from an sdist has
the page of that sdist.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from email.parser import BytesParser
from pathlib import Path
from typing import Any

_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)\s]+)\)")
_ELSEWHERE = re.compile(r"[a-z]+:|#")
_BLANKS = re.compile(r"\n{3,}")


def dynamic_metadata(_: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields `readme` and `urls`, as the build back end wants them."""
    if (ours := Path("PKG-INFO")).is_file():
        text, urls = _written(ours)
    else:
        home = os.environ.get("MINEPROOF_HOME", "").rstrip("/")
        readme = Path("README.md").read_text(encoding="utf-8")
        text, urls = page(readme, home, project["version"]), addresses(home, project["version"])
    return {"readme": {"text": text, "content-type": "text/markdown"}, "urls": urls}


def _written(info: Path) -> tuple[str, dict[str, str]]:
    """Return the page and the addresses of an sdist."""
    message = BytesParser().parsebytes(info.read_bytes())
    body = message.get_payload(decode=True)
    assert isinstance(body, bytes)
    pairs = (str(line).partition(", ") for line in message.get_all("Project-URL", []))
    return body.decode(), {name: address for name, _, address in pairs}


def addresses(home: str, version: str) -> dict[str, str]:
    """Return the addresses to be shown beside the page; none if there is no public one."""
    if not home:
        return {}
    return {
        "Homepage": home,
        "Documentation": f"{home}/blob/v{version}/docs/README.md",
        "Changelog": f"{home}/blob/v{version}/CHANGELOG.md",
        "Issues": f"{home}/issues",
        "Source": f"{home}/tree/v{version}",
    }


def page(readme: str, home: str, version: str) -> str:
    """Return a README whose links do not depend on where it is shown.

    >>> page("See [the tour](docs/tour.md).", "", "1.0")
    'See the tour.'
    >>> page("See [the tour](docs/tour.md).", "https://host/us/it", "1.0")
    'See [the tour](https://host/us/it/blob/v1.0/docs/tour.md).'
    """

    def moved(link: re.Match[str]) -> str:
        mark, text, target = link.groups()
        if _ELSEWHERE.match(target):
            return link[0]
        if not home:
            return "" if mark else text
        return f"{mark}[{text}]({home}/{'raw' if mark else 'blob'}/v{version}/{target})"

    pieces = _FENCE.split(readme)
    pieces[::2] = [_LINK.sub(moved, piece) for piece in pieces[::2]]
    return _BLANKS.sub("\n\n", "".join(pieces))
