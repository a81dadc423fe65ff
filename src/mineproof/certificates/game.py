"""The game of a certificate: its steps as moves, for whoever replays or reviews games."""

from __future__ import annotations

from collections.abc import Iterator

from mineproof.board.game import Act, Game, GameStatus, Move
from mineproof.board.rules import Finish
from mineproof.board.transcript import GivenLayout, Transcript
from mineproof.certificates.certificate import Certificate


def game_of(certificate: Certificate) -> Transcript:
    """Return a clearing game that makes the moves of a certificate: mines flagged, cells opened.

    The first cells are handed out, so that no move of it is a guess.
    """
    board = GivenLayout(certificate.layout, Finish.CLEARING, certificate.first)
    game, moves = Game.on(board.layout, board.finish, safe=board.safe), list[Move]()
    for move in _moves(certificate):
        if game.status is GameStatus.PLAYING and not game.view.is_open(move.cell):
            game.play(move)
            moves.append(move)
    return Transcript(board, tuple(moves))


def _moves(certificate: Certificate) -> Iterator[Move]:
    for step in certificate.steps:
        for each in sorted(step.conclusions, key=lambda each: not each.is_mine):
            yield Move(Act.FLAG if each.is_mine else Act.OPEN, each.cell)
