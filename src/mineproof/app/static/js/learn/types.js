/**
 * What the server sends about lessons, as types. Nothing here runs.
 *
 * @import {Place, Position, Sentence} from "../types.js"
 *
 * @typedef {{name: string, number: number, title: string, about: string, exercises: number}}
 *   LessonInfo
 * @typedef {{text: string, style: "plain" | "strong" | "emphasis" | "code" | "claim",
 *   cells?: Place[]}} Span
 * @typedef {{text: string, cells: Place[], note: Span[]}} ClauseLine
 *
 * @typedef {object} Block
 * @property {"paragraph" | "heading" | "bullets" | "numbers" | "board" | "clauses" | "verbatim"} kind
 * @property {Span[]} [spans]
 * @property {Span[][]} [items]
 * @property {string} [board]
 * @property {ClauseLine[]} [lines]
 * @property {string} [text]
 *
 * @typedef {Position & {lit: Place[]}} LessonBoard
 *
 * @typedef {object} Setting  What is needed to ask for an answer.
 * @property {string} input
 * @property {{text: string, cells: Place[]}[]} [given]  clauses
 * @property {string[]} [options]
 * @property {boolean} [several]
 * @property {string} [trail]
 * @property {string} [line]
 * @property {Place[][]} [models]
 *
 * @typedef {object} LessonExercise
 * @property {string} kind
 * @property {string} question
 * @property {LessonBoard | null} board
 * @property {Setting} setting
 *
 * @typedef {object} Lesson
 * @property {string} name
 * @property {number} number
 * @property {string} lang
 * @property {string} title
 * @property {string} about
 * @property {Block[]} blocks
 * @property {Record<string, LessonBoard>} boards
 * @property {LessonExercise[]} exercises
 *
 * @typedef {object} Verdict
 * @property {boolean} is_right
 * @property {Sentence[]} words
 * @property {Place[]} lit
 * @property {Place[] | null} layout
 * @property {string | null} reason
 */

export {};
