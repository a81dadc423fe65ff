/**
 * What the server says of files and of the boards in them, as types. Nothing here runs.
 *
 * @import {Position, Shape} from "../types.js"
 *
 * @typedef {{mines: number | null, shape: Shape}} Unsaid  What a position in plain text leaves open.
 *
 * @typedef {object} FileContents  A layout is uncovered; a view has no game.
 * @property {string} format
 * @property {"layout" | "view" | "game"} holds
 * @property {{code: string, status: string, seconds: number | null} | null} game
 * @property {{bbbv: number, openings: number, zini: number | null} | null} figures
 * @typedef {Position & FileContents} FileContent
 *
 * @typedef {object} Verdicts  Whether a board needs a guess; the position is the last one.
 * @property {"no guess" | "guess"} verdict
 * @property {[number, number][]} first
 * @property {"L1" | "L2" | "L3" | "L4" | "L5" | null} hardest
 * @property {Record<string, number>} steps
 * @property {[number, number][] | null} passed  of all first cells, if all were tried
 * @property {string} code  the steps as a game
 * @property {string} certificate
 * @typedef {Position & Verdicts} Certified
 */

export {};
