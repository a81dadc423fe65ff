/** Games and positions for a classroom, the smallest first; each teaches something. */

/**
 * The name of each, and its address: a game id, or a position as in the addresses of Analyse,
 * and the engine if it is another one than usual.
 *
 * @type {[string, string][]}
 */
export const EXAMPLES = [
    ["units", "3x3/2/list2#188"],
    ["matching", "3x3/2/list2#63"],
    ["wall", "s.3x4.2.-c12a10c"],
    ["sentences", "s.3x5.2.-d1a21a0d?engine=subset"],
    ["search", "s.3x4.4.-d23-a1a-?engine=dpll"],
    ["count", "4x4/4/list3#181"],
    ["stuck", "4x4/3/list3#98"],
    ["wide", "3x3/2/list2#161"],
    ["whole", "5x5/4/list#89"],
    ["easy", "easy/list9#4"],
    ["hard", "hard/list#4"],
];
