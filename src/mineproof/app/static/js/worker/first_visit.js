/**
 * What a first visit loads: counted, and kept. The service worker, which comes later, and the workers
 * of an analyst take it from there, so each file comes once. A browser's own cache would not do: it
 * has no room for files as large as these, or forgets them.
 */

/** @type {Promise<unknown>[]} */
const keeping = [];

/** Wait until all that was fetched so far is kept, or could not be. */
export const filesKept = () => Promise.allSettled(keeping);

/**
 * From now on, take what is fetched from what is kept, and keep the rest. What passes through here is
 * not compiled while it comes, and its compiled form is not kept: so this is for a first visit.
 *
 * @param {string} folder  the address of Python, in the site's folder
 * @param {(bytes: number) => void} [loaded]  hears how much has come
 */
export function keepFetched(folder, loaded) {
    const plain = self.fetch;
    const name = `mineproof ${new URL("../../", folder).pathname} first visit`; // as service_worker.js has it
    let bytes = 0;
    /** @param {Response} response */
    const counted = (response) => {
        if (!loaded || !response.body) return response;
        const counter = new TransformStream({
            transform(part, to) {
                loaded((bytes += part.length));
                to.enqueue(part);
            },
        });
        return new Response(response.body.pipeThrough(counter), response);
    };
    self.fetch = async (request, ...more) => {
        const known = await caches.match(request).catch(() => undefined);
        if (known) return counted(known);
        const response = await plain(request, ...more);
        if (response.ok) keeping.push(keep(name, request, response.clone()));
        return counted(response);
    };
}

/**
 * @param {string} name
 * @param {RequestInfo | URL} request
 * @param {Response} response
 */
async function keep(name, request, response) {
    const cache = await caches.open(name);
    await cache.put(request, response);
}
