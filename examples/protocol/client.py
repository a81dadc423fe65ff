"""A player behind the protocol of docs/protocol.md, in Python's standard library alone.

    mineproof play --agent "exec:python3 examples/protocol/client.py"

`serve` is the loop for any player; write a `Player` of your own with the same methods. This one
knows what single clues say and otherwise opens a cell that looks safest. player.js and player.cpp
make the same moves.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any, ClassVar, TextIO

Cell = tuple[int, int]
Clue = tuple[Cell, int, list[Cell]]
Message = dict[str, Any]


class Player:
    """Plays by single clues, then by the lowest risk that single clues suggest."""

    about: ClassVar[Message] = {
        "name": "single clues",
        "version": "1",
        "options": [{"name": "density", "type": "float", "default": 0.2, "min": 0, "max": 1}],
    }

    def __init__(self) -> None:
        self.values: Message = {each["name"]: each["default"] for each in self.about["options"]}

    def begin(self, game: Message) -> None:
        """Begin a game."""
        self.game = game
        cells = [(row, col) for row in range(game["rows"]) for col in range(game["cols"])]
        self.near = {cell: self.neighbours(cell) for cell in cells}
        self.hidden = set(cells)
        self.numbers: dict[Cell, int] = {}
        self.flagged: set[Cell] = set()
        self.dice: int = game["seed"] or 1

    def neighbours(self, cell: Cell) -> list[Cell]:
        """Return the cells that touch `cell`, in reading order."""
        rows, cols, shape = (self.game[name] for name in ("rows", "cols", "shape"))
        steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        if shape == "hex":  # every second row is shifted half a cell to the right
            shift = cell[0] % 2
            steps = [(0, -1), (0, 1)] + [(down, shift - i) for down in (-1, 1) for i in (0, 1)]
        near = {(cell[0] + down, cell[1] + right) for down, right in steps}
        if shape == "torus":
            near = {(row % rows, col % cols) for row, col in near}
        return sorted((r, c) for r, c in near - {cell} if 0 <= r < rows and 0 <= c < cols)

    def turn(self, message: Message) -> Message:
        """Take in what was opened, and return the answer."""
        for row, col, number in message["opened"]:
            self.numbers[row, col] = number
            self.hidden.discard((row, col))
        self.flagged |= {(row, col) for row, col in message.get("flagged", [])}
        clues = [
            (clue, number, [cell for cell in self.near[clue] if cell in self.hidden])
            for clue, number in sorted(self.numbers.items())
        ]
        mines = {cell for _, number, around in clues if number == len(around) for cell in around}
        mines |= {(row, col) for row, col in message.get("mined", [])}
        return self.certain(clues, mines) or self.guess(clues, mines)

    def certain(self, clues: list[Clue], mines: set[Cell]) -> Message | None:
        """Return a move that a single clue proves, if there is one."""
        for clue, number, around in clues:
            free = [cell for cell in around if cell not in mines | self.flagged]
            if free and number == sum(cell in mines for cell in around):
                return self.proved("open", free[0], clue)
        if self.game["finish"] == "marking":
            for clue, number, around in clues:
                unmarked = [cell for cell in around if cell not in self.flagged]
                if unmarked and number == len(around):
                    self.flagged.add(unmarked[0])
                    return self.proved("flag", unmarked[0], clue)
        return None

    def proved(self, act: str, cell: Cell, clue: Cell) -> Message:
        """Return a certain move, and why."""
        reason = f"by the clue in row {clue[0]}, column {clue[1]}"
        return {"type": "move", "act": act, "cell": cell, "certain": True, "reason": reason}

    def guess(self, clues: list[Clue], mines: set[Cell]) -> Message:
        """Return the opening of one of the cells that look safest."""
        density: float = self.values["density"]
        if self.game["mines"] is not None and self.hidden - mines:
            density = (self.game["mines"] - len(mines)) / len(self.hidden - mines)
        near: dict[Cell, float] = {}
        for _, number, around in clues:
            free = [cell for cell in around if cell not in mines]
            for cell in free:
                risk = (number - (len(around) - len(free))) / len(free)
                near[cell] = max(near.get(cell, 0.0), risk)
        risks: dict[Cell, float] = {
            cell: near.get(cell, density) for cell in self.hidden - mines - self.flagged
        }
        if not risks:
            return {"type": "stuck"}
        least = min(risks.values())
        best = sorted(cell for cell, risk in risks.items() if risk == least)
        cell = best[self.draw() % len(best)]
        return {"type": "move", "act": "open", "cell": cell, "risk": min(max(least, 0), 1)}

    def draw(self) -> int:
        """Return the next 32 random bits, by xorshift."""
        self.dice ^= self.dice << 13 & 0xFFFFFFFF
        self.dice ^= self.dice >> 17
        self.dice ^= self.dice << 5 & 0xFFFFFFFF
        return self.dice


def serve(player: Player, lines: Iterable[str] = sys.stdin, out: TextIO = sys.stdout) -> None:
    """Answer until the end; messages and fields that are not known are ignored."""
    for line in lines:
        message = json.loads(line)
        answer: Message | None = None
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, **player.about}
        elif message["type"] == "options":
            player.values.update(message["values"])
            answer = {"type": "ready"}
        elif message["type"] == "game":
            player.begin(message)
            answer = {"type": "ready"}
        elif message["type"] == "turn":
            answer = player.turn(message)
        elif message["type"] == "bye":
            return
        if answer is not None:
            print(json.dumps(answer, separators=(",", ":")), file=out, flush=True)


if __name__ == "__main__":
    serve(Player())
