/**
 * What the page and its workers say to each other, as types; there is nothing here at run time.
 *
 * @typedef {object} Site  Where the files of a static site are, relative to its page.
 * @property {string} python  the folder of Python
 * @property {string} first  the answers that need no Python
 * @property {string} offline  the service worker
 * @property {number} bytes  what the browser has to load before Python can start
 *
 * @typedef {object} Question  A request for the desk, by number.
 * @property {number} id
 * @property {"GET" | "POST"} method
 * @property {string} path
 * @property {string | undefined} body
 * @property {string} language
 * @property {string} [token]  what the game shall be called that it begins
 *
 * @typedef {object} Start  The first message to a worker.
 * @property {string} python  the address of the folder of Python
 * @property {boolean} isFirst  whether no service worker has the files yet
 *
 * @typedef {{start: Start} | {question: Question} | {ping: number}} ToDesk
 *
 * @typedef {{ready: true}
 *     | {kept: true}
 *     | {loaded: number}
 *     | {failed: string}
 *     | {trouble: "refused" | "unreadable"}
 *     | {pong: number}
 *     | {id: number, status: number, text: string}
 *     | {id: number, lost: string}} FromDesk  `lost` if it is unknown what was done
 */

export {};
