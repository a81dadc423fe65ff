"""Reports for other people's gradebooks: Gradescope's results file, and JUnit XML.

Gradescope: "Autograder Specifications", gradescope-autograders.readthedocs.io, section Output
format. JUnit: the elements that all readers of such files know, as the Ant task of that name began
to write them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias
from xml.etree import ElementTree as ET

from mineproof.app.json.cells import Json
from mineproof.assess.marks import Mark
from mineproof.assess.report import Report

Given: TypeAlias = Sequence[tuple[Mark, str]]
"""Tests, each with what is said about it."""

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def gradescope(whole: str, given: Given) -> Json:
    """Return the results file; students see the whole report only if they see every test."""
    return {
        "output": "" if any(mark.visibility != "visible" for mark, _ in given) else whole,
        "tests": [_test(number, mark, said) for number, (mark, said) in enumerate(given, 1)],
    }


def refusal(reason: str) -> Json:
    """Return the results file of a submission that cannot be graded."""
    return {"score": 0, "output": f"Your file cannot be graded: {reason}", "tests": []}


def _test(number: int, mark: Mark, said: str) -> Json:
    return {
        "number": str(number),
        "name": mark.title,
        "score": mark.score,
        "max_score": mark.most,
        "output": said,
        "tags": [mark.name],
        "visibility": mark.visibility,
    }


def junit(title: str, report: Report, given: Given) -> str:
    """Return the tests as JUnit XML: one fails if it has not all its points."""
    failures = sum(not mark.is_passed for mark, _ in given)
    counts = {"tests": str(len(given)), "failures": str(failures), "errors": "0"}
    suites = ET.Element("testsuites", counts)
    suite = ET.SubElement(suites, "testsuite", {"name": _plain(title), **counts})
    for mark, said in given:
        names = {"classname": _plain(report.name), "name": mark.name}
        case = ET.SubElement(suite, "testcase", names)
        points = f"{mark.score:g} of {mark.most:g} points: {mark.title}"
        if mark.is_passed:
            ET.SubElement(case, "system-out").text = points
        else:
            failure = ET.SubElement(case, "failure", {"message": _plain(points)})
            failure.text = _plain(said)
    ET.indent(suites)
    return f"<?xml version='1.0' encoding='UTF-8'?>\n{ET.tostring(suites, 'unicode')}\n"


def _plain(text: str) -> str:
    """Return a text without what XML cannot hold."""
    return _NOT_IN_XML.sub("?", text)
