/**
 * A player behind the protocol of docs/protocol.md, for Node without any packages.
 *
 *     mineproof play --agent "exec:node examples/protocol/player.js"
 *
 * It makes the same moves as client.py: what single clues prove, then a cell that looks safest.
 * Cells are numbers in reading order here.
 */

"use strict";

const about = {
  name: "single clues",
  version: "1",
  options: [{ name: "density", type: "float", default: 0.2, min: 0, max: 1 }],
};
const values = { density: 0.2 };
let game, near, numbers, hidden, flagged, dice;

function begin(message) {
  game = message;
  const cells = Array.from({ length: game.rows * game.cols }, (_, cell) => cell);
  near = cells.map(neighbours);
  numbers = cells.map(() => null);
  hidden = new Set(cells);
  flagged = new Set();
  dice = game.seed || 1;
}

function neighbours(cell) {
  const { rows, cols, shape } = game;
  const row = Math.floor(cell / cols);
  const col = cell % cols;
  const found = new Set();
  for (const down of [-1, 0, 1]) {
    for (const right of [-1, 0, 1]) {
      // Every second row of hexagons is shifted half a cell to the right.
      if (shape === "hex" && down !== 0 && right === (row % 2 === 1 ? -1 : 1)) continue;
      let [r, c] = [row + down, col + right];
      if (shape === "torus") [r, c] = [(r + rows) % rows, (c + cols) % cols];
      if (r >= 0 && r < rows && c >= 0 && c < cols) found.add(r * cols + c);
    }
  }
  found.delete(cell);
  return [...found].sort((a, b) => a - b);
}

function turn(message) {
  const cellAt = ([row, col]) => row * game.cols + col;
  for (const [row, col, number] of message.opened) {
    numbers[cellAt([row, col])] = number;
    hidden.delete(cellAt([row, col]));
  }
  for (const cell of message.flagged ?? []) flagged.add(cellAt(cell));
  const clues = [];
  const mines = new Set((message.mined ?? []).map(cellAt));
  numbers.forEach((number, cell) => {
    if (number === null) return;
    const around = near[cell].filter((each) => hidden.has(each));
    clues.push({ cell, number, around });
    if (number === around.length) around.forEach((each) => mines.add(each));
  });
  return certain(clues, mines) ?? guess(clues, mines);
}

/** Return a move that a single clue proves, if there is one. */
function certain(clues, mines) {
  for (const { cell, number, around } of clues) {
    const free = around.filter((each) => !mines.has(each) && !flagged.has(each));
    const known = around.filter((each) => mines.has(each)).length;
    if (free.length && number === known) return proved("open", free[0], cell);
  }
  if (game.finish !== "marking") return null;
  for (const { cell, number, around } of clues) {
    const unmarked = around.filter((each) => !flagged.has(each));
    if (unmarked.length && number === around.length) {
      flagged.add(unmarked[0]);
      return proved("flag", unmarked[0], cell);
    }
  }
  return null;
}

const place = (cell) => [Math.floor(cell / game.cols), cell % game.cols];

function proved(act, cell, clue) {
  const reason = `by the clue in row ${place(clue)[0]}, column ${place(clue)[1]}`;
  return { type: "move", act, cell: place(cell), certain: true, reason };
}

/** Return the opening of one of the cells that look safest. */
function guess(clues, mines) {
  const unknown = [...hidden].filter((cell) => !mines.has(cell));
  let density = values.density;
  if (game.mines !== null && unknown.length) density = (game.mines - mines.size) / unknown.length;
  const risks = new Map();
  for (const { number, around } of clues) {
    const free = around.filter((cell) => !mines.has(cell));
    const risk = (number - (around.length - free.length)) / free.length;
    for (const cell of free) risks.set(cell, Math.max(risks.get(cell) ?? 0, risk));
  }
  const riskOf = (cell) => risks.get(cell) ?? density;
  const cells = unknown.filter((cell) => !flagged.has(cell));
  if (!cells.length) return { type: "stuck" };
  const least = cells.reduce((low, cell) => Math.min(low, riskOf(cell)), Infinity);
  const best = cells.filter((cell) => riskOf(cell) === least).sort((a, b) => a - b);
  const cell = place(best[draw() % best.length]);
  return { type: "move", act: "open", cell, risk: Math.min(Math.max(least, 0), 1) };
}

/** Return the next 32 random bits, by xorshift. */
function draw() {
  dice = (dice ^ (dice << 13)) >>> 0;
  dice = (dice ^ (dice >>> 17)) >>> 0;
  dice = (dice ^ (dice << 5)) >>> 0;
  return dice;
}

function answer(message) {
  if (message.type === "hello") return { type: "hello", protocol: 1, ...about };
  if (message.type === "options") Object.assign(values, message.values);
  if (message.type === "game") begin(message);
  if (["options", "game"].includes(message.type)) return { type: "ready" };
  if (message.type === "turn") return turn(message);
  if (message.type === "bye") process.exit(0);
  return null;
}

require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const reply = answer(JSON.parse(line));
    if (reply) process.stdout.write(JSON.stringify(reply) + "\n");
  });
