/**
 * Transports: what carries a request to whoever answers it. Where a server runs, that is HTTP. On a
 * static site the page names, in a `meta` element, the files of the Python that answers in a worker;
 * its transport is loaded only there, and only where the browser lets it work.
 */

/**
 * @typedef {object} Sent  A request.
 * @property {"GET" | "POST"} method
 * @property {string} path  relative to the API
 * @property {string} [body]  as JSON
 * @property {string} language
 * @property {AbortSignal} [signal]
 */

/**
 * @typedef {object} Told  An answer.
 * @property {number} status  as in HTTP
 * @property {string} text  as JSON
 * @property {number} retryAfter  in how many seconds the same request may succeed, 0 if unknown
 */

/**
 * @typedef {object} Transport
 * @property {(request: Sent) => Promise<Told>} send  rejects with an `AbortError`, or with another
 *   error if no answer came and it is unknown whether anything was done
 * @property {() => Promise<boolean>} answers  whether anybody answers
 */

const ROOT = new URL("api/", document.baseURI);

/** @type {Transport} */
const HTTP = {
    send: async ({ method, path, body, language, signal }) => {
        /** @type {Record<string, string>} */
        const headers = { "Accept-Language": language, Prefer: "quiet-refusals" };
        if (body !== undefined) headers["Content-Type"] = "application/json";
        const response = await fetch(new URL(path, ROOT), { method, headers, body, signal });
        const retryAfter = Number(response.headers.get("Retry-After") ?? 0);
        const status = Number(response.headers.get("Refusal") ?? response.status);
        return { status, text: await response.text(), retryAfter };
    },
    answers: () =>
        fetch(new URL("info", ROOT)).then(
            () => true,
            () => false,
        ),
};

/** The files of a static site, if the page is one. */
const worker = document.querySelector('meta[name="mineproof-worker"]');

export const isStatic = worker !== null;

/** @type {Promise<Transport>} */
const transport = isStatic ? ofSite() : Promise.resolve(HTTP);

/** @returns {Promise<Transport>} */
async function ofSite() {
    if (!isSecureContext) return (await import("../worker/insecure.js")).REFUSAL;
    return (await import("../worker/client.js")).WORKER;
}

/** @param {Sent} request */
export const send = async (request) => (await transport).send(request);

export const answers = async () => (await transport).answers();
