// David Hill's JSMinesweeper, from a checkout on your disk, as a player behind the line protocol.
//
//     git clone https://github.com/DavidNHill/JSMinesweeper
//     mineproof play --agent "exec:node examples/arena/jsminesweeper.js JSMinesweeper"
//
// The path may also be in the environment variable JSMINESWEEPER. The solver is loaded as it is; the
// page around it, which draws, asks and prints, is not. It runs with the settings that its page uses
// for bulk runs: play style "no flagging", full probabilities, advanced guessing (secondary safety,
// long-term risk, brute force from 1000 solutions on), no hardcore rule. Like a bulk run it opens all
// cells of an answer that are safe, or the first one as a guess, and then asks again.
"use strict";

const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { createInterface } = require("node:readline");
const vm = require("node:vm");

const FILES = [
  "client/Board.js",
  "client/Tile.js",
  "client/solver_main.js",
  "client/solver_probability_engine.js",
  "client/Brute_force.js",
  "client/BruteForceAnalysis.js",
  "client/MinesweeperGame.js",
  "client/SolutionCounter.js",
  "client/EfficiencyHelper.js",
  "client/FiftyFiftyHelper.js",
  "client/LongTermRiskHelper.js",
  "Utility/PrimeSieve.js",
  "Utility/Binomial.js",
];
// Names of its page that the solver relies on. `board` is the game that is played.
const PAGE = `
  const BOMB = 9;
  const analysisMode = false;
  const showMessage = () => {};
  const sleep = async () => {};
  let board, binomialCache;
`;
// Its page has 500 in place of 10: a table of binomials that takes seconds to fill, and saves little.
const START = `
  binomialCache = new BinomialCache(5000, 500, new Binomial(65000, 10));
  solver(); // it sets itself up
  ({
    solver,
    newBoard: (cols, rows, mines) => (board = new Board(0, cols, rows, mines, 0, "safe")),
    options: () => ({
      playStyle: PLAY_STYLE_NOFLAGS,
      advancedGuessing: true,
      fullProbability: true,
      hardcore: false,
      verbose: false,
    }),
    isClear: (action) => action.action === ACTION_CLEAR,
  })
`;

class Wrong extends Error {}

function load(checkout) {
  if (!checkout) {
    throw new Wrong("no checkout of JSMinesweeper is given; expected its path as argument");
  }
  const silent = () => {};
  const console = { log: silent, warn: silent, error: silent };
  const context = vm.createContext({ console, performance, structuredClone });
  vm.runInContext(PAGE, context);
  for (const file of FILES) {
    const path = join(checkout, "Minesweeper", file);
    try {
      vm.runInContext(readFileSync(path, "utf8"), context, path);
    } catch (error) {
      throw new Wrong(`${checkout} is no checkout of JSMinesweeper: ${error.message}`);
    }
  }
  return vm.runInContext(START, context);
}

class Game {
  constructor(solver, { rows, cols, mines, shape, finish }) {
    if (shape !== "square" || finish !== "clearing" || mines === null) {
      const what = `${shape}, ${finish}, ${mines === null ? "mine count hidden" : mines}`;
      throw new Wrong(`JSMinesweeper cannot play ${what}; expected square, clearing, a mine count`);
    }
    this.solver = solver;
    this.board = solver.newBoard(cols, rows, mines);
    this.safe = []; // cells of the last answer that are still to be opened
  }

  see({ opened, mined = [] }) {
    for (const [row, col, number] of opened) this.board.getTileXY(col, row).setValue(number);
    for (const [row, col] of mined) this.board.getTileXY(col, row).setFoundBomb();
  }

  // The answer to a turn.
  async move() {
    const action = this.next() ?? (await this.ask());
    if (action === undefined) return { type: "stuck", reason: "the solver returned no move" };
    const { x, y, prob } = action;
    return { type: "move", act: "open", cell: [y, x], certain: prob === 1, risk: 1 - prob };
  }

  // The next safe cell that no zero has opened meanwhile.
  next() {
    while (this.safe.length > 0) {
      const action = this.safe.shift();
      if (this.board.getTileXY(action.x, action.y).isCovered()) return action;
    }
    return undefined;
  }

  async ask() {
    const { tiles, num_bombs: mines } = this.board;
    if (tiles.every((tile) => tile.isCovered())) return { x: 0, y: 0, prob: 1 - mines / tiles.length };
    const { actions } = await this.solver.solver(this.board, this.solver.options());
    const clears = actions.filter(this.solver.isClear);
    if (clears.length === 0 || clears[0].prob !== 1) return clears[0];
    this.safe = clears.filter(({ prob }) => prob === 1);
    return this.next();
  }
}

async function answer(message, table) {
  switch (message.type) {
    case "hello":
      table.solver = load(process.argv[2] ?? process.env.JSMINESWEEPER);
      return { type: "hello", protocol: 1, name: "JSMinesweeper" };
    case "options":
      return { type: "ready" };
    case "game":
      table.game = new Game(table.solver, message);
      return { type: "ready" };
    case "turn":
      table.game.see(message);
      return table.game.move();
    default: // over, and what later versions may add
      return undefined;
  }
}

async function main() {
  const table = {};
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.type === "bye") break;
    let reply;
    try {
      reply = await answer(message, table);
    } catch (error) {
      reply = { type: "error", message: error instanceof Wrong ? error.message : error.stack };
    }
    if (reply) process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
  process.exit();
}

main();
