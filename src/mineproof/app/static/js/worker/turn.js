/** Turns: one request at a time has a game, whichever tab it comes from. */

export class Turn {
    /** @param {string} game  its token */
    constructor(game) {
        this.name = `mineproof.game.${game}`;
        this.end = () => {};
    }

    /** Wait until all who asked before have ended their turns. @returns {Promise<void>} */
    begin() {
        return new Promise((resolve, reject) => {
            const held = navigator.locks.request(this.name, () => {
                /** @type {Promise<void>} */
                const ended = new Promise((end) => (this.end = end));
                resolve();
                return ended;
            });
            held.catch(reject);
        });
    }
}
