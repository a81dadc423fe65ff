/**
 * What the server sends, as types; the server's OpenAPI description and coach/schema.json describe
 * the values. Nothing here runs.
 *
 * @import {Finish} from "./board/finish.js"
 *
 * @typedef {[number, number]} Place  A row and a column, counted from 0.
 * @typedef {"square" | "torus" | "hex"} Shape
 * @typedef {"open" | "flag" | "chord"} Act
 * @typedef {{cell: Place, name: string}} NamedCell
 * @typedef {NamedCell & {is_mine: boolean}} Fact
 * @typedef {NamedCell & {act: Act}} Move
 * @typedef {{text: string, cells: NamedCell[], unnamed: NamedCell[]}} Sentence
 *
 * @typedef {object} Figures
 * @property {number} bbbv
 * @property {number | null} [bbbv_per_second]
 * @property {number} [guesses]
 * @property {number | null} [luck]
 * @property {number} [clicks]
 * @property {number | null} [zini]
 * @property {number | null} [efficiency]
 *
 * @typedef {object} Game
 * @property {string} token
 * @property {number} version  grows with every change
 * @property {string} level
 * @property {string} start
 * @property {boolean} no_guess
 * @property {string | null} daily  the date, for the board of a day
 * @property {Finish} finish
 * @property {Shape} shape
 * @property {number} rows
 * @property {number} cols
 * @property {number} mines
 * @property {"playing" | "won" | "lost"} status
 * @property {string[]} board
 * @property {Place[]} handed_out
 * @property {[number, number, string][]} changed
 * @property {number} opened
 * @property {number} moves
 * @property {number} mines_left
 * @property {Place | null} lost_at
 * @property {Place[] | null} [wrong_flags]
 * @property {boolean} assisted
 * @property {number} elapsed
 * @property {boolean} clock_runs
 * @property {Figures | null} figures
 * @property {number | null} seed
 * @property {boolean} can_undo
 * @property {Move} [undone]  after an undo
 *
 * @typedef {object} Odds
 * @property {[number, number, number][] | null} frontier  row, column and risk of each covered cell
 *   beside a clue; null if there was too much to count
 * @property {number | null} elsewhere  the risk of all other covered cells, null if there are none
 * @property {Place[]} safe
 * @property {Place[]} mines
 * @property {string | null} layouts
 *
 * @typedef {object} Hint
 * @property {number} rung
 * @property {string} outlook
 * @property {Sentence[][]} words
 * @property {{rows: [number, number], cols: [number, number]}} [region]
 * @property {NamedCell[]} [clues]
 * @property {NamedCell[]} [candidates]
 * @property {Fact[]} [targets]
 * @property {NamedCell} [best]
 * @property {Candidate[]} [figures]
 * @property {Move} [move]
 *
 * @typedef {object} CandidateFigures
 * @property {number} risk
 * @property {number | null} win
 * @property {number | null} win_error  the standard error at most, 0 if exact
 * @property {number} progress
 * @property {number} survival
 * @property {boolean} is_dead
 * @property {NamedCell | null} fifty_fifty
 * @property {string} [words]
 * @typedef {NamedCell & CandidateFigures} Candidate
 *
 * @typedef {{candidates: Candidate[], words: string[]}} Guessing
 *
 * @typedef {object} AiAnswer
 * @property {Game} game
 * @property {Move | null} move
 * @property {string | null} by
 * @property {Sentence[]} reason
 * @property {Guessing | null} guessing
 * @property {number | null} [risk]
 *
 * @typedef {object} Step
 * @property {string} technique
 * @property {string} level
 * @property {NamedCell[]} clues
 * @property {Fact[]} conclusions
 * @property {Sentence[]} sentences
 *
 * @typedef {object} Explanation
 * @property {Place} cell
 * @property {string} name
 * @property {"safe" | "mine" | "open" | "uncertain" | "unknown"} verdict
 * @property {number | null} risk
 * @property {Step[]} steps
 * @property {Sentence[]} remarks
 * @property {Doubt | null} [why_not]  of an uncertain cell
 *
 * @typedef {{frontier: NamedCell[], elsewhere: NamedCell[]}} Witness  The mines of a layout.
 * @typedef {object} Doubt
 * @property {Witness} mined
 * @property {Witness} safe
 * @property {{mined: string, safe: string} | null} layouts
 *
 * @typedef {object} Supposition
 * @property {Place} cell
 * @property {string} name
 * @property {boolean} is_mine
 * @property {boolean | null} is_possible
 * @property {number | null} chance
 * @property {Fact[]} follows
 * @property {Step[]} steps
 * @property {Sentence[]} remarks
 *
 * @typedef {{name: string, title: string, idea: string, level: string, level_title: string}}
 *   Technique
 * @typedef {{technique?: string, level?: string, shape?: Shape, daily?: string, id?: string}}
 *   PuzzleWish
 *
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string[]} board
 * @property {number} mines
 * @property {Shape} shape
 * @property {string | null} technique
 * @property {{rows: [number, number], cols: [number, number]} | null} crop  first, and how many
 *
 * @typedef {object} PuzzleAnswer
 * @property {string} title
 * @property {string} puzzle_class
 * @property {string} words
 * @property {Fact[]} targets
 * @property {Step[]} steps
 *
 * @typedef {object} Judged
 * @property {"right" | "elsewhere" | "wrong" | "uncertain" | "known"} worth
 * @property {string} words
 * @property {PuzzleAnswer | null} answer
 * @property {Explanation | null} explanation
 *
 * @typedef {{rating: number, deviation: number, volatility: number, day: string | null}} Standing
 * @typedef {{name: string, title: string, seed: Standing}} PuzzleClass
 * @typedef {{player: Standing, puzzle: Standing, expected: number}} Attempt
 *
 * @typedef {object} Analysed
 * @property {"complete" | "stalled" | "limit" | "impossible"} status
 * @property {{clues: Place[], with_count: boolean, text: string} | null} clash
 * @typedef {Odds & Analysed} Analysis
 *
 * @typedef {object} Remark
 * @property {number} number
 * @property {Act} act
 * @property {Place} cell
 * @property {string} name
 * @property {string} verdict
 * @property {string} sign
 * @property {string} title
 * @property {number} risk
 * @property {boolean} is_survived
 * @property {Candidate | null} better
 * @property {{cell: Place, name: string, is_mine: boolean, clues: Place[]} | null} certain
 * @property {string} words
 *
 * @typedef {{cell: Place, name: string, safe: NamedCell[], words: Sentence,
 *   explanation: Explanation}} Missed  Why a prove-it game is lost.
 *
 * @typedef {object} Review
 * @property {"playing" | "won" | "lost"} outcome
 * @property {Remark[]} moves
 * @property {Record<string, number>} counts
 * @property {number} guesses
 * @property {number} chance
 * @property {number} luck
 * @property {number | null} losing
 * @property {string[]} words
 * @property {string[][] | null} boards
 * @property {number[]} [win]  the chance of winning, once known
 * @property {string} transcript
 *
 * @typedef {{name: string, rows: number, cols: number, mines: number, start: string,
 *   shape?: Shape, finish?: string}} Level
 * @typedef {{name: string, about: string, knows_risks?: boolean}} EngineInfo
 * @typedef {{name: string, about: string, needs_risks: boolean}} AgentInfo
 *
 * @typedef {object} Info
 * @property {string} version
 * @property {"server" | "browser"} place
 * @property {string | null} public_url  where links lead to, if elsewhere
 * @property {boolean | string} kernel
 * @property {Level[]} levels
 * @property {string[]} starts
 * @property {string[]} finishes
 * @property {Shape[]} shapes
 * @property {EngineInfo[]} engines
 * @property {AgentInfo[]} agents
 * @property {string[]} languages
 * @property {{max_cells: number, max_side: number, file_bytes: number}} limits
 *
 * @typedef {{board: string[], mines: number | null, shape: Shape}} Position
 *
 * @typedef {{cells: number[], mines: number}} TraceSentence  so many of these cells are mines
 *
 * @typedef {object} TraceStep  See docs/trace.md: each kind has some of these.
 * @property {number} number
 * @property {string} kind
 * @property {string} [by]
 * @property {number[]} [clause]
 * @property {number[][]} [parents]
 * @property {number | null} [clue]
 * @property {number} [cell]
 * @property {number} [shown]
 * @property {number | null} [mines]
 * @property {number[]} [cells]
 * @property {[number, number]} [clauses]
 * @property {TraceSentence} [sentence]
 * @property {TraceSentence} [whole]
 * @property {TraceSentence} [part]
 * @property {number} [node]
 * @property {number | null} [above]
 * @property {number | null} [literal]
 * @property {number} [twin]
 * @property {string} [act]
 * @property {[number, number][]} [opened]
 * @property {string | null} [game]
 * @property {number} [rows]
 * @property {number} [columns]
 * @property {Shape} [shape]
 * @property {string} [outcome]
 *
 * @typedef {object} LeftGroup
 * @property {number[]} cells
 * @property {string} cause
 * @property {[number, boolean][]} certain
 * @property {string | null} layouts
 *
 * @typedef {object} TraceHead
 * @property {number} total
 * @property {string | null} outcome
 * @property {Record<string, number>} kinds
 * @property {number} largest_kb
 * @property {number} seconds
 * @property {LeftGroup[]} groups
 * @property {number} pages
 * @typedef {TraceHead & {steps: TraceStep[]}} TracePage
 * @typedef {{engine: string} & ({code: string} | Position)} TraceWish
 *
 * @typedef {object} CourseEntry  An exercise of the course.
 * @property {string} id
 * @property {string} kind
 * @property {number} difficulty
 * @property {string | null} source
 * @property {Sentence} question
 *
 * @typedef {object} ClauseLine  Literals are +(cell + 1) for a mine, -(cell + 1) for a safe cell.
 * @property {number[]} clause
 * @property {(number | null)[]} clues  null is the mine count; none for a step
 * @property {[number, number] | null} parents
 * @property {number | null} pivot
 * @property {number | null} subsumed_by
 *
 * @typedef {object} ResolveSetting
 * @property {string} input
 * @property {number} goal  a literal
 * @property {number | null} width
 * @property {ClauseLine[]} lines
 *
 * @typedef {CourseEntry & {position: Position | null, setting: ResolveSetting, rungs: number}} CourseExercise
 * @typedef {object} CourseVerdict
 * @property {boolean} right
 * @property {string} why
 * @property {Sentence} words
 * @property {ResolveState & {lit?: Place[], layout?: Place[]}} more
 * @property {string | null} reason
 *
 * @typedef {object} ResolveState
 * @property {ClauseLine[]} lines
 * @property {Compared} [compared]  once the goal is proved
 *
 * @typedef {object} Compared  Numbers of steps.
 * @property {number} made
 * @property {number} needed  of those made
 * @property {number} shortest
 * @property {boolean} is_exhaustive  whether all shorter derivations were tried
 * @property {number} engine
 *
 * What was proved: a cell of a position, or a clause that is known after a step of a trace.
 *
 * @typedef {Position & {cell: string, engine?: string}} ProvedCell
 * @typedef {({code: string} | Position) & {engine: string, step: number, clause: number[]}}
 *   ProvedClause
 * @typedef {ProvedCell | ProvedClause} Proved
 *
 * @typedef {object} DerivationClaim  A clause, a bound, or how many of some cells are mines.
 * @property {number[] | null} [clause]
 * @property {number[] | null} [literals]
 * @property {number | null} [least]
 * @property {number[] | null} [cells]
 * @property {number | null} [mines]
 *
 * @typedef {object} NodePlace
 * @property {number} number
 * @property {string} rule
 * @property {string[]} lines
 * @property {number[]} premises
 * @property {number | null} clue
 * @property {number | null} shown
 * @property {boolean} with_count
 * @property {number | null} pivot
 * @property {number} folded
 * @property {[number, number, number, number]} box
 * @typedef {DerivationClaim & NodePlace} DerivationNode
 *
 * @typedef {{node: number, premise: number, points: [number, number][]}} DerivationEdge
 * @typedef {Sentence & {nodes: number[]}} DerivationSentence
 *
 * @typedef {object} Derivation
 * @property {DerivationClaim} conclusion
 * @property {string} engine
 * @property {number} steps
 * @property {number} size
 * @property {number} clues
 * @property {boolean} with_count
 * @property {number[]} unfolded
 * @property {number} width
 * @property {number} height
 * @property {DerivationNode[]} nodes
 * @property {DerivationEdge[]} edges
 * @property {DerivationSentence[]} told
 *
 * @typedef {{file: string, text: string | null, base64: string | null}} DerivationFile
 */

export {};
