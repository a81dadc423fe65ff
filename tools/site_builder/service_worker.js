/**
 * The service worker: keeps the files of the site, so that it works offline, and never mixes two
 * versions of it.
 *
 * Every file comes with its hash, by which the browser checks it: one that is not whole, or of
 * another version, is not kept, and then nothing changes. What is in `app/` and `python/` has its
 * hash in its address too. So a page goes on with the files of its version after another has come;
 * a page that is opened then is of the new one.
 */

/** @type {Record<string, string>} the hash of each file */
const FILES = /* the files */ {};

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const ROOT = new URL("./", worker.location.href);
const PREFIX = `mineproof ${ROOT.pathname} `;
const NOW = PREFIX + hashOf(JSON.stringify(FILES));
const FIRST = `${PREFIX}first visit`; // what js/worker/first_visit.js has kept

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method === "GET" && request.url.startsWith(ROOT.href)) {
        event.respondWith(answer(request));
    }
});

/** Keep all files; those that are there already are not loaded again. */
async function install() {
    const cache = await caches.open(NOW);
    await Promise.all(Object.entries(FILES).map(([name, hash]) => keep(cache, name, hash)));
    await caches.delete(FIRST);
    await worker.skipWaiting();
}

/**
 * Keep a file, unless it is not what its hash says.
 *
 * @param {Cache} cache
 * @param {string} name
 * @param {string} integrity
 */
async function keep(cache, name, integrity) {
    const url = new URL(name, ROOT);
    const isSame = isNamedByHash(name);
    const response =
        (isSame && (await known(url, integrity))) ||
        (await fetch(url, { integrity, cache: isSame ? "default" : "no-cache" }));
    if (!response.ok) throw new TypeError(`${url}: ${response.status}`);
    await cache.put(url, response);
}

/**
 * Return a file that is kept already, if it is what its hash says.
 *
 * @param {URL} url
 * @param {string} integrity
 */
async function known(url, integrity) {
    const kept = await caches.match(url);
    if (!kept) return undefined;
    const bytes = await kept.arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const isWhole = integrity === `sha256-${btoa(String.fromCharCode(...digest))}`;
    return isWhole ? new Response(bytes, kept) : undefined;
}

/** Forget all versions but this one, and the one before it: pages that are open may need that. */
async function activate() {
    const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
    const old = ours.filter((name) => name !== NOW);
    await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
    await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
    const url = new URL(request.url);
    url.search = url.hash = "";
    const name = url.href.slice(ROOT.href.length).replace(/^index\.html$/, "");
    const now = await caches.open(NOW);
    const kept = await now.match(new URL(name, ROOT));
    const older = !kept && isNamedByHash(name) ? await caches.match(url) : undefined;
    return kept ?? older ?? fetch(request);
}

/** @param {string} name */
const isNamedByHash = (name) => /^(app|python)\//.test(name);

/** @param {string} text  @returns {string} of FNV-1a: it only tells versions apart */
function hashOf(text) {
    let hash = 0xcbf29ce484222325n;
    for (const code of new TextEncoder().encode(text)) {
        hash = ((hash ^ BigInt(code)) * 0x100000001b3n) & 0xffffffffffffffffn;
    }
    return hash.toString(16);
}
