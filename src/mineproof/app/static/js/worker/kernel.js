/**
 * The kernel as WebAssembly: Python's module `mineproof_kernel`, which asks it in bytes.
 *
 * `counting/wasm` in Python writes the requests and reads the replies; `native/wasm/wasm.hpp` says
 * how they pass through the module's memory.
 */

/**
 * What the module exports: its memory, where to write a request of so many bytes, where the reply
 * is, and the functions, from the length of the request to that of the reply.
 *
 * @typedef {object} Module
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(size: number) => number} reserve
 * @property {() => number} reply
 */

/**
 * Bytes, or Python's: Pyodide passes `bytes` as a proxy that lends its memory.
 *
 * @typedef {Uint8Array | {getBuffer: (type: "u8") => {data: Uint8Array, release: () => void}}} Bytes
 */

/**
 * Load the kernel from an address. Rejects where that fails, or where the browser does not know the
 * exceptions of WebAssembly 3: without a kernel, Python does the same work, more slowly.
 *
 * @param {string | URL} url
 */
export async function loadKernel(url) {
    const response = await fetch(url);
    if (!response.ok) throw new TypeError(`${url}: ${response.status}`);
    const kernel = new Kernel(await WebAssembly.compile(await response.arrayBuffer()));
    kernel.start();
    return kernel;
}

/** Calls the module. When it fails its memory is lost, and the next call begins anew. */
class Kernel {
    /** @type {Module | null} */
    #module = null;
    #compiled;

    /** @param {WebAssembly.Module} compiled */
    constructor(compiled) {
        this.#compiled = compiled;
    }

    start() {
        const { exports } = new WebAssembly.Instance(this.#compiled);
        const module = /** @type {any} */ (exports);
        module._initialize();
        this.#module = module;
        return /** @type {Module} */ (module);
    }

    /**
     * Call a function with a request, and return its reply.
     *
     * @param {string} name
     * @param {Bytes} request
     */
    call(name, request) {
        if (request instanceof Uint8Array) return this.#call(name, request);
        const lent = request.getBuffer("u8");
        try {
            return this.#call(name, lent.data);
        } finally {
            lent.release();
        }
    }

    /**
     * @param {string} name
     * @param {Uint8Array} request
     */
    #call(name, request) {
        const module = this.#module ?? this.start();
        try {
            const at = module.reserve(request.length);
            if (at === 0) throw new RangeError("the request is too large");
            new Uint8Array(module.memory.buffer, at).set(request);
            const ask = /** @type {Record<string, (size: number) => number>} */ (
                /** @type {unknown} */ (module)
            )[name];
            if (!ask) throw new TypeError(`the kernel has no function ${name}`);
            const size = ask(request.length);
            return new Uint8Array(module.memory.buffer, module.reply(), size).slice();
        } catch (error) {
            this.#module = null;
            throw error;
        }
    }
}
