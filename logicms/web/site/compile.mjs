// Compiles Python modules with the Python of Pyodide itself, so that no browser has to: run by node, with the folder of
// Pyodide, an archive of modules, the archive to write, and the level of optimisation.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, source, target, level] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
// The order of constants in a set must not depend on the run.
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", HOME: "/" } });
python.FS.writeFile("/source.zip", readFileSync(source));
python.globals.set("level", Number(level));
python.runPython(`
import importlib.util, warnings, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
warnings.simplefilter("ignore")
with zipfile.ZipFile("/source.zip") as source, zipfile.ZipFile("/target.zip", "w") as target:
    for name in sorted(source.namelist()):
        data = source.read(name)
        if name.endswith(".py"):
            code = compile(data, name, "exec", dont_inherit=True, optimize=level)
            name, data = name + "c", _code_to_hash_pyc(code, importlib.util.source_hash(data), False)
        target.writestr(zipfile.ZipInfo(name), data)
`);
writeFileSync(target, python.FS.readFile("/target.zip"));
process.exit(0);
