"""A process behind a fence cannot do harm outside, and what players need still works."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from mineproof.errors import BadInput
from mineproof.plugins.fence import Fence, clean_environment

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="another kernel"
)

FENCED = "from mineproof.plugins.fence import Fence\nFence(memory=256, file_size=1).enter()\n"


def run(code: str, folder: Path, told: str = "") -> subprocess.CompletedProcess[str]:
    """Run code behind a fence, in a folder of its own."""
    inside = folder / "inside"
    inside.mkdir()
    return subprocess.run(
        [sys.executable, "-c", FENCED + code],
        cwd=inside,
        env=clean_environment(str(inside)),
        input=told,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


HARM = {
    "fork": ("import os; os.fork()", "PermissionError"),
    "start a program": ("import subprocess; subprocess.run(['true'])", "PermissionError"),
    "end its parent": ("import os; os.kill(os.getppid(), 9)", "PermissionError"),
    "end everything": ("import os; os.kill(-1, 9)", "PermissionError"),
    "write outside": ("open('../outside', 'w')", "PermissionError"),
    "delete outside": ("import os; os.remove('../precious')", "PermissionError"),
    "empty a file outside": ("import os; os.truncate('../precious', 0)", "PermissionError"),
    "rename a file outside": ("import os; os.rename('../precious', 'x')", "PermissionError"),
    "change rights": ("import os; os.chmod('../precious', 0)", "PermissionError"),
    "use the network": ("import socket; socket.socket()", "PermissionError"),
    "eat memory": ("x = bytearray(1 << 30)", "MemoryError"),
    "fill a disk": ("open('big', 'wb').write(bytes(1 << 22))", "OSError"),
    "raise a limit": (
        "import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (1 << 30, 1 << 30))",
        "ValueError",
    ),
}


TRY_ALL = """
import json, sys
for code in json.loads(sys.stdin.read()):
    try:
        exec(code)
        print("no error")
    except Exception as error:
        print(type(error).__name__)
"""


def test_harm_is_refused(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("kept", encoding="utf-8")
    done = run(TRY_ALL, tmp_path, json.dumps([code for code, _ in HARM.values()]))
    assert dict(zip(HARM, done.stdout.splitlines(), strict=True)) == {
        name: error for name, (_, error) in HARM.items()
    }
    assert (tmp_path / "precious").read_text(encoding="utf-8") == "kept"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["inside", "precious"]


USE = """
import os, random, signal, sys, tempfile, threading
found = []
thread = threading.Thread(target=found.append, args=(1,))
thread.start()
thread.join()
open("note", "w").write("mine")
with tempfile.TemporaryFile() as file:
    file.write(b"x")
print("lost", file=open(os.devnull, "w"))
print(found, os.getcwd() == os.environ["HOME"], "SECRET" in os.environ, flush=True)
os.kill(os.getpid(), signal.SIGTERM)
"""


def test_what_players_need_still_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "token")
    done = run(USE, tmp_path)
    assert done.stdout == "[1] True False\n"
    assert (done.returncode, done.stderr) == (-15, "")


def test_a_fence_survives_a_command_line() -> None:
    fence = Fence(512, 3)
    assert Fence.read(list(fence.words)) == fence


@pytest.mark.parametrize("memory", [127, -1, 1 << 30])
def test_a_fence_must_leave_room(memory: int) -> None:
    with pytest.raises(BadInput, match="megabytes of memory; expected 128 to 1048576"):
        Fence(memory)
