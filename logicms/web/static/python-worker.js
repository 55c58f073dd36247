// Python in the browser: loads Pyodide and logicms, and answers jobs one after another, as `web/browser.py` does.

import { earlyAnswer } from "./early.js";

const ROOT = new URL("../", import.meta.url);
const loaded = new Set();
let [site, python, door] = [null, null, null];

// -- loading

async function bytes(path) {
  const response = await fetch(new URL(path, ROOT)).catch(() => {
    throw new Error(`${path} could not be fetched: the connection is lost`);
  });
  return new Uint8Array(await there(path, response).arrayBuffer());
}

function there(path, response) {
  if (!response.ok) throw new Error(`${path} is not there (${response.status}): publish the whole folder again`);
  return response;
}

async function begin() {
  const told = progress(4);
  site = JSON.parse(new TextDecoder().decode(await bytes("site.json")));
  const paths = site.python.first;
  const all = [pyodide().finally(told), ...paths.map((path) => bytes(path).finally(told))];
  let archives;
  [python, ...archives] = await Promise.race([Promise.all(all), withoutWasm]);
  python.runPython(PREPARE);
  for (const [index, path] of paths.entries()) install(path, archives[index]);
  door = python.runPython(BEGIN)(JSON.stringify(Object.keys(site.python.later)));
  told();
  postMessage({ ready: true });
}

async function pyodide() {
  const indexURL = new URL("pyodide/", ROOT).href;
  const createPyodideModule = import("../pyodide/pyodide.asm.js").then((module) => module.default);
  const { loadPyodide } = await import("../pyodide/pyodide.js");
  return loadPyodide({ indexURL, createPyodideModule, env: { PYTHONHASHSEED: "0" } });
}

// Pyodide would wait for ever for WebAssembly that cannot be had, or that the host does not call by its name.
const withoutWasm = new Promise((_, reject) => {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (fetched, imports) => {
    try {
      return await instantiateStreaming(named(there("pyodide/pyodide.asm.wasm", await fetched)), imports);
    } catch (error) {
      reject(error);
      throw error;
    }
  };
});

withoutWasm.catch(() => {}); // whoever waits for it says so

function named(response) {
  const type = "application/wasm";
  const isNamed = response.headers.get("Content-Type") === type;
  return isNamed ? response : new Response(response.body, { headers: { "Content-Type": type } });
}

const PREPARE = `
import sys, zipfile
def install(path):
    sys.path.append(path)
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.endswith(".so"):
                archive.extract(name, "/python/lib")
sys.path.append("/python/lib")
`;
const BEGIN = `
import json
from logicms.web.browser import Door
def begin(later):
    door = Door(later=json.loads(later))
    door.answer("POST", "solve", '{"board": "???\\\\n121"}')  # loads what reasoning needs
    return door.answer
begin
`;

function install(path, data) {
  const file = `/python/${path.split("/").pop()}`;
  python.FS.mkdirTree("/python/lib");
  python.FS.writeFile(file, data);
  python.globals.get("install")(file);
}

function progress(steps) {
  let done = 0;
  postMessage({ progress: 0 });
  return () => postMessage({ progress: (done += 1) / steps });
}

// Loads what only some jobs need, such as sympy. That is no part of the job's time.
async function loadLater(name) {
  const paths = site.python.later[name];
  if (loaded.has(name) || !paths) throw new Error(`the module ${name} is missing`);
  loaded.add(name);
  postMessage({ progress: 0.2, late: name });
  try {
    for (const path of paths) install(path, await bytes(path));
    python.runPython(`import importlib; importlib.invalidate_caches(); import ${name}`);
  } catch (error) {
    loaded.delete(name); // once more, when it is needed again
    throw Object.assign(error, { isLate: true });
  } finally {
    postMessage({ progress: 1, late: name });
  }
}

// -- jobs

function reason({ method, path, text }) {
  const found = door(method, path, text);
  const [status, body, missing] = found.toJs();
  found.destroy();
  return { status, text: body, missing };
}

async function answer(job) {
  const early = door === null ? earlyAnswer(job) : null;
  if (early) return early;
  await started;
  for (;;) {
    const reply = reason(job);
    if (!reply.missing) return reply;
    await loadLater(reply.missing);
  }
}

async function work(job) {
  try {
    const { status, text } = await answer(job);
    postMessage({ status, body: text });
  } catch (error) {
    console.error(error);
    if (error.isLate) return postMessage({ status: 503, body: JSON.stringify({ status: 503, detail: error.message }) });
    if (error.name !== "PythonError") return postMessage({ fatal: error.message });
    const detail = "This should not have happened: a bug in logicms. The browser's console has the details.";
    postMessage({ status: 500, body: JSON.stringify({ status: 500, detail }) });
  }
}

const started = begin().catch((error) => {
  console.error(error);
  postMessage({ fatal: error.message });
  throw error;
});
started.catch(() => {});
addEventListener("message", ({ data }) => work(data));
