/**
 * The games of a browser, in IndexedDB. A game's row tells its seed, and so where the mines are:
 * it is encrypted with a key that no script can read out, and only the desk worker asks for it. If
 * the browser keeps nothing, or what it kept is cleared, the games of this tab go on in memory.
 */

const NAME = "mineproof";
const KEY = "rows";
const MOST = 1000; // games

/** @typedef {{iv: Uint8Array<ArrayBuffer>, sealed: ArrayBuffer, kept: number}} Kept */

export class Games {
    /** @param {(trouble: "refused" | "unreadable") => void} report */
    constructor(report) {
        this.report = report;
        /** @type {Map<string, string>} the rows that this worker has seen */
        this.rows = new Map();
        /** @type {Promise<IDBDatabase> | null} */
        this.base = null;
    }

    /**
     * Return what was kept under a token, undefined if there is nothing.
     *
     * @param {string} token
     * @returns {Promise<string | undefined>}
     */
    async load(token) {
        const row = (await this.#stored(token)) ?? this.rows.get(token);
        if (row !== undefined) this.rows.set(token, row);
        return row;
    }

    /** @param {string} token  @param {string} row */
    async keep(token, row) {
        this.rows.set(token, row);
        await this.#try(async (base) => {
            const iv = crypto.getRandomValues(new Uint8Array(12));
            const text = new TextEncoder().encode(row);
            const key = await keyOf(base);
            const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, text);
            await put(base, "games", token, { iv, sealed, kept: Date.now() });
        });
    }

    /** @param {string} token */
    async forget(token) {
        this.rows.delete(token);
        await this.#try((base) => done(writing(base, "games").delete(token)));
    }

    /**
     * Give a game another token.
     *
     * @param {string} old
     * @param {string} token
     */
    async rename(old, token) {
        await this.keep(token, this.rows.get(old) ?? "");
        await this.forget(old);
    }

    /** Remove the oldest of too many games. */
    async prune() {
        await this.#try(async (base) => {
            const store = writing(base, "games");
            const many = (await done(store.count())) - MOST;
            const old = many > 0 ? await done(store.index("kept").getAllKeys(null, many)) : [];
            for (const token of old) store.delete(token);
        });
    }

    /** @param {string} token */
    async #stored(token) {
        return this.#try(async (base) => {
            /** @type {Kept | undefined} */
            const kept = await done(base.transaction("games").objectStore("games").get(token));
            if (!kept) return undefined;
            const way = { name: "AES-GCM", iv: kept.iv };
            const text = await crypto.subtle.decrypt(way, await keyOf(base), kept.sealed);
            return new TextDecoder().decode(text);
        });
    }

    /**
     * Do something with the database; if that fails, tell, and try again with a new connection.
     *
     * @template T
     * @param {(base: IDBDatabase) => Promise<T>} work
     * @returns {Promise<T | undefined>}
     */
    async #try(work) {
        for (const isLast of [false, true]) {
            try {
                return await work(await (this.base ??= open()));
            } catch (error) {
                this.base?.then((base) => base.close()).catch(() => {});
                this.base = null;
                const isUnreadable =
                    error instanceof DOMException && error.name === "OperationError";
                if (isLast) this.report(isUnreadable ? "unreadable" : "refused");
            }
        }
        return undefined;
    }
}

/** @returns {Promise<IDBDatabase>} */
async function open() {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
        request.result.createObjectStore("keys");
        request.result.createObjectStore("games").createIndex("kept", "kept");
    };
    const base = await done(request);
    base.onversionchange = () => base.close();
    return base;
}

/**
 * Return the key of all rows, which is made where there is none.
 *
 * @param {IDBDatabase} base
 * @returns {Promise<CryptoKey>}
 */
async function keyOf(base) {
    const read = () => done(base.transaction("keys").objectStore("keys").get(KEY));
    const known = await read();
    if (known) return known;
    const way = { name: "AES-GCM", length: 256 };
    const fresh = await crypto.subtle.generateKey(way, false, ["encrypt", "decrypt"]);
    try {
        await done(writing(base, "keys").add(fresh, KEY));
        return fresh;
    } catch {
        return read(); // another tab was faster
    }
}

/** @param {IDBDatabase} base  @param {string} store  @param {string} name  @param {unknown} value */
async function put(base, store, name, value) {
    const change = base.transaction(store, "readwrite", { durability: "relaxed" });
    change.objectStore(store).put(value, name);
    await new Promise((resolve, reject) => {
        change.oncomplete = resolve;
        change.onabort = change.onerror = () => reject(change.error);
    });
}

/** @param {IDBDatabase} base  @param {string} store */
const writing = (base, store) => base.transaction(store, "readwrite").objectStore(store);

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function done(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}
