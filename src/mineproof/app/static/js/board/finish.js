/** What the finish of a game means for its moves; the names are the server's. */

/** @typedef {"marking" | "clearing" | "flagging" | "fair"} Finish */

/** Tell whether a zero opens its neighbours, and a chord those of a number. @param {Finish} finish */
export const spreads = (finish) => finish === "clearing" || finish === "fair";

/** Tell whether a flag is a mark: final, and checked at once. @param {Finish} finish */
export const checksFlags = (finish) => finish === "marking";

/** Tell whether the mines have to be flagged to win. @param {Finish} finish */
export const needsFlags = (finish) => !spreads(finish);
