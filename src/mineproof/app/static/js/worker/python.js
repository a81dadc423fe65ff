/** Python in a worker: Pyodide and mineproof, from the site's own folder. */

import { keepFetched } from "./first_visit.js";
import { loadKernel } from "./kernel.js";
import { MODULES, unpack } from "./archive.js";
import { opened, restore } from "./snapshot.js";

/** @import {Start} from "./types.js" */

/**
 * Start Python, and return it: from the snapshot of its memory, which takes a fifth of the work; in
 * the usual way if that does not fit.
 *
 * @param {Start} start
 * @param {(bytes: number) => void} [loaded]  hears how much has been loaded, on a first visit
 */
export async function startPython({ python: folder, isFirst }, loaded) {
    if (isFirst) keepFetched(folder, loaded);
    takeAnyType();
    const coming = loadKernel(`${folder}kernel.wasm`);
    coming.catch((error) => console.warn("no kernel:", error));
    const [{ loadPyodide }, modules, memory] = await Promise.all([
        import(`${folder}pyodide.js`),
        unzipped(`${folder}modules.bin`),
        unzipped(`${folder}snapshot.bin`),
    ]);
    const options = {
        indexURL: folder,
        packageBaseUrl: folder,
        env: { PYTHONPATH: MODULES, PYDANTIC_DISABLE_PLUGINS: "__all__" },
        fsInit: async (/** @type {any} */ files) => unpack(files, modules),
    };
    const python = await restore(loadPyodide, options, opened(memory)).catch((error) => {
        console.warn("no snapshot:", error);
        return loadPyodide(options);
    });
    const kernel = await coming.catch(() => null);
    if (kernel) python.registerJsModule("mineproof_kernel", kernel);
    return python;
}

/** Browsers compile WebAssembly while it comes only if the host calls it so; not every host does. */
function takeAnyType() {
    const { instantiateStreaming } = WebAssembly;
    WebAssembly.instantiateStreaming = async (source, imports) => {
        const response = await source;
        const isCalledSo = response.headers.get("Content-Type") === "application/wasm";
        if (isCalledSo) return instantiateStreaming(response, imports);
        return WebAssembly.instantiate(await response.arrayBuffer(), imports);
    };
}

/** @param {string} address */
async function unzipped(address) {
    const { body, ok, status } = await fetch(address);
    if (!ok || !body) throw new TypeError(`${address}: ${status}`);
    const plain = new Response(body.pipeThrough(new DecompressionStream("gzip")));
    return new Uint8Array(await plain.arrayBuffer());
}
