// Takes the snapshot from which browsers start Python: node snapshot.mjs PYTHON SCRIPTS TO.
//
// PYTHON is the folder that browsers get, SCRIPTS has the page's scripts for it as modules of node.

import { pathToFileURL } from "node:url";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const [folder, scripts, to] = process.argv.slice(2);
const script = (name) => import(pathToFileURL(join(scripts, name)));
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.js")));
const { MODULES, unpack } = await script("archive.js");
const { take, closed } = await script("snapshot.js");

const modules = new Uint8Array(gunzipSync(readFileSync(join(folder, "modules.bin"))));
const python = await loadPyodide({
    indexURL: `${folder}/`,
    packageBaseUrl: `${folder}/`,
    env: { PYTHONPATH: MODULES, PYDANTIC_DISABLE_PLUGINS: "__all__" },
    fsInit: async (files) => unpack(files, modules),
    _makeSnapshot: true,
});
python.runPython(`
import importlib, pkgutil
import mineproof.app.browser.analyst_worker, mineproof.app.browser.desk_worker
import mineproof.app.service.handlers as handlers
from mineproof.app.service.routes import ROUTES

for each in pkgutil.iter_modules(handlers.__path__, handlers.__name__ + "."):
    importlib.import_module(each.name)
for each in ROUTES:
    each.message
`);
writeFileSync(to, closed(take(python)));
