// Asks the desk, in Pyodide, for the answers that need no Python: node first.mjs PYTHON MODULES.
//
// PYTHON is the folder that browsers get, MODULES has our modules. Prints JSON as js/worker/drafts.js
// reads it.

import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [folder, modules] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.js")));
const python = await loadPyodide({
    indexURL: `${folder}/`,
    packageBaseUrl: `${folder}/`,
    env: { PYTHONPATH: "/lib/modules", PYDANTIC_DISABLE_PLUGINS: "__all__" },
    fsInit: async (files) => {
        files.mkdirTree("/lib/modules");
        files.mount(files.filesystems.NODEFS, { root: modules }, "/lib/modules");
    },
});

python.registerJsModule("mineproof_kernel", {}); // what is asked here counts nothing
python.runPython(`
import importlib, pkgutil, sys
import mineproof
missing = set()
for each in pkgutil.walk_packages(mineproof.__path__, "mineproof."):
    try:
        importlib.import_module(each.name)
    except ModuleNotFoundError as error:
        missing.add(error.name.partition(".")[0])
assert not missing & sys.stdlib_module_names, f"left out, and imported: {missing}"
`);

const store = { load: async () => undefined, keep: async () => undefined };
const desk = python.pyimport("mineproof.app.browser.desk_worker").open_desk(store, async () => "");

/** The wishes of the menu. */
const wishes = ["beginner", "intermediate", "expert"].flatMap((level) => [
    { level, no_guess: true },
    { level, start: "opening" },
]);

const ask = async (...request) => [...(await desk.answer(...request))];
const [, info] = await ask("GET", "/api/info");
const games = {};
for (const wish of wishes) {
    const [status, text] = await ask("POST", "/api/games", JSON.stringify(wish));
    if (status !== 201) throw new Error(text);
    const key = JSON.stringify(Object.entries(wish).sort());
    games[key] = text.replace(JSON.parse(text).token, "$token");
}
console.log(JSON.stringify({ info, games }));
