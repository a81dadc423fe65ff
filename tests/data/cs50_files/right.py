"""A right file: marks, and applies the subset rule until nothing new follows."""

import random


class Sentence:
    def __init__(self, cells, count):
        self.cells = set(cells)
        self.count = count

    def __eq__(self, other):
        return self.cells == other.cells and self.count == other.count

    def known_mines(self):
        return set(self.cells) if len(self.cells) == self.count else set()

    def known_safes(self):
        return set(self.cells) if self.count == 0 else set()

    def mark_mine(self, cell):
        if cell in self.cells:
            self.cells.remove(cell)
            self.count -= 1

    def mark_safe(self, cell):
        self.cells.discard(cell)


class MinesweeperAI:
    def __init__(self, height=8, width=8):
        self.height = height
        self.width = width
        self.moves_made = set()
        self.mines = set()
        self.safes = set()
        self.knowledge = []

    def mark_mine(self, cell):
        self.mines.add(cell)
        for sentence in self.knowledge:
            sentence.mark_mine(cell)

    def mark_safe(self, cell):
        self.safes.add(cell)
        for sentence in self.knowledge:
            sentence.mark_safe(cell)

    def add_knowledge(self, cell, count):
        self.moves_made.add(cell)
        self.mark_safe(cell)
        self.learn(self.neighbours(cell), count)
        while self.mark_all() or self.subtract():
            pass

    def neighbours(self, cell):
        rows = range(max(0, cell[0] - 1), min(self.height, cell[0] + 2))
        cols = range(max(0, cell[1] - 1), min(self.width, cell[1] + 2))
        return {(row, col) for row in rows for col in cols} - {cell}

    def learn(self, cells, count):
        """Add a sentence without known cells; tell whether it is new."""
        new = Sentence(cells - self.mines - self.safes, count - len(cells & self.mines))
        if not new.cells or new in self.knowledge:
            return False
        self.knowledge.append(new)
        return True

    def mark_all(self):
        """Mark all that single sentences tell; say whether that was something."""
        mines = set().union(*(sentence.known_mines() for sentence in self.knowledge))
        safes = set().union(*(sentence.known_safes() for sentence in self.knowledge))
        for cell in mines:
            self.mark_mine(cell)
        for cell in safes:
            self.mark_safe(cell)
        tidy = []
        for sentence in self.knowledge:
            if sentence.cells and sentence not in tidy:
                tidy.append(sentence)
        self.knowledge = tidy
        return bool(mines or safes)

    def subtract(self):
        """Apply the subset rule to all pairs; say whether that gave something new."""
        new = [
            (large.cells - small.cells, large.count - small.count)
            for small in self.knowledge
            for large in self.knowledge
            if small.cells < large.cells
        ]
        added = [self.learn(cells, count) for cells, count in new]
        return any(added)

    def make_safe_move(self):
        return min(self.safes - self.moves_made, default=None)

    def make_random_move(self):
        cells = [(row, col) for row in range(self.height) for col in range(self.width)]
        free = [cell for cell in cells if cell not in self.moves_made | self.mines]
        return random.choice(free) if free else None
