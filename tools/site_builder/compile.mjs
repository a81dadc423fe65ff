// Compiles Python for Python 3.14 of Pyodide, by Pyodide itself: node compile.mjs PYODIDE WORK.
//
// WORK/std and WORK/modules hold sources; they are compiled where they are. What comes of it is
// WORK/python_stdlib.zip and WORK/modules.json, the list of files in modules/.

import { pathToFileURL } from "node:url";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [pyodide, work] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.FS.mkdirTree("/work");
python.FS.mount(python.FS.filesystems.NODEFS, { root: work }, "/work");
python.runPython(readFileSync(new URL("compile.py", import.meta.url), "utf-8"));
