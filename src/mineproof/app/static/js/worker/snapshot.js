/**
 * Snapshots: Python's memory with everything imported, so that a worker starts without importing.
 *
 * Pyodide can take a snapshot of its memory and start from one (`_makeSnapshot`, `_loadSnapshot`).
 * By itself that works before any library in WebAssembly is loaded, and pydantic needs one: its
 * functions are in a table outside of the memory, and the memory has grown. So here the memory is
 * grown before the snapshot is copied into it, and each library is instantiated again where it was:
 * same place in memory, same place in the table. Loading overwrites the library's own data, which
 * are then copied from the snapshot once more.
 *
 * All this hangs on one version of Pyodide and on one set of files: a snapshot is made with both, and
 * `restore` throws when anything differs, so that whoever calls it can start in the usual way.
 */

const NAME = 12; // words in Emscripten's record of a library: where it is in memory, and in the table
const PAGE = 65536;
const LIST = 4096; // bytes for the list of libraries

/**
 * @typedef {object} Library  where a library was
 * @property {string} path
 * @property {number} memoryBase
 * @property {number} memorySize
 * @property {number} tableBase
 */
/** @typedef {{memory: Uint8Array, libraries: Library[]}} Snapshot */

/**
 * Take a snapshot of Python, started with `_makeSnapshot: true`; no JavaScript value may be in it.
 *
 * @param {any} python
 * @returns {Snapshot}
 */
export function take(python) {
    const { LDSO, HEAPU32 } = python._module;
    const libraries = Object.entries(LDSO.loadedLibsByHandle)
        .filter(([handle]) => handle !== "0")
        .map(([handle, { name }]) => {
            const [memoryBase, memorySize, tableBase] = HEAPU32.subarray(
                (Number(handle) + NAME) / 4,
            );
            return { path: name, memoryBase, memorySize, tableBase };
        })
        .sort((one, other) => one.tableBase - other.tableBase);
    return { memory: python.makeMemorySnapshot(), libraries };
}

/**
 * Return a snapshot in one piece: its list of libraries as JSON, filled up with blanks, then the
 * memory.
 *
 * @param {Snapshot} snapshot
 */
export function closed({ memory, libraries }) {
    const list = new TextEncoder().encode(JSON.stringify(libraries).padEnd(LIST));
    const whole = new Uint8Array(LIST + memory.length);
    whole.set(list);
    whole.set(memory, LIST);
    return whole;
}

/** Return the snapshot in one piece. @param {Uint8Array} whole  @returns {Snapshot} */
export function opened(whole) {
    const libraries = JSON.parse(new TextDecoder().decode(whole.subarray(0, LIST)));
    return { memory: whole.subarray(LIST), libraries };
}

/**
 * Start Python from a snapshot. The files of the libraries must be there after `options.fsInit`.
 *
 * @param {(options: object) => Promise<any>} loadPyodide
 * @param {object} options  as for Pyodide
 * @param {Snapshot} snapshot
 */
export async function restore(loadPyodide, options, { memory, libraries }) {
    const { buffer, byteOffset } = memory;
    const plain = memory.subarray(new Uint32Array(buffer, byteOffset, 2)[1]); // without its head
    const python = await grown(plain.length, () =>
        loadPyodide({ ...options, _loadSnapshot: memory }),
    );
    for (const library of libraries) put(python, library, plain);
    return python;
}

/**
 * Let something instantiate WebAssembly whose memory has at least so many bytes from the start.
 *
 * @template T
 * @param {number} bytes
 * @param {() => Promise<T>} start
 */
async function grown(bytes, start) {
    const { instantiate, instantiateStreaming } = WebAssembly;
    /** @param {any} plain */
    const growing =
        (plain) =>
        async (/** @type {any[]} */ ...request) => {
            const found = await plain.call(WebAssembly, ...request);
            const { memory } = (found.instance ?? found).exports;
            if (memory && memory.buffer.byteLength < bytes)
                memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / PAGE));
            return found;
        };
    WebAssembly.instantiate = growing(instantiate);
    WebAssembly.instantiateStreaming = growing(instantiateStreaming);
    try {
        return await start();
    } finally {
        Object.assign(WebAssembly, { instantiate, instantiateStreaming });
    }
}

/**
 * Load a library where it was.
 *
 * @param {any} python
 * @param {Library} library
 * @param {Uint8Array} plain  the memory as it was
 */
function put(python, { path, memoryBase, memorySize, tableBase }, plain) {
    const module = python._module;
    const missing = tableBase - module.wasmTable.length;
    if (missing < 0) throw new Error(`something is in the table where ${path} was`);
    module.wasmTable.grow(missing); // for callbacks of ctypes, which were made and thrown away
    const { Instance } = WebAssembly;
    const InPlace = function (/** @type {any} */ code, /** @type {any} */ imports) {
        const env = new Proxy(imports.env, {
            get: (known, name) => (name === "__memory_base" ? memoryBase : known[name]),
        });
        return new Instance(code, { ...imports, env });
    };
    WebAssembly.Instance = /** @type {any} */ (InPlace);
    try {
        const code = python.FS.readFile(path);
        const flags = { global: false, nodelete: true, loadAsync: false, allowUndefined: false };
        module.loadWebAssemblyModule(code, flags, path, {}, 0);
    } finally {
        WebAssembly.Instance = Instance;
    }
    module.HEAPU8.set(plain.subarray(memoryBase, memoryBase + memorySize), memoryBase);
}
