// Python in the browser: loads Pyodide and logicms, and answers jobs one after another, as `web/browser.py` does.
// Games are kept here, in the browser's database. The page never sees a layout before the game is over.

import { earlyAnswer } from "./early.js";

const ROOT = new URL("../", import.meta.url);
const MOST_GAMES = 500;
const loaded = new Set();
let [site, python, door, database, memory] = [null, null, null, null, null];

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
  await storing;
  told();
  postMessage({ ready: true, stored: database !== null });
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

// -- games

function openDatabase() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("logicms", 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("games", { keyPath: "id" }).createIndex("used", "used");
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
    opening.onblocked = () => reject(new Error("blocked"));
  });
}

// Answers a job about a game. Reading it, moving and keeping it is one transaction, whatever other tabs do meanwhile.
function aboutGame(job, answerer = reason) {
  const id = job.path.split("/")[1] ?? "";
  if (memory) {
    const reply = answerer(job, memory.get(id) ?? null);
    if (reply?.kept) memory.set(JSON.parse(reply.kept).id, reply.kept);
    return reply;
  }
  return new Promise((resolve, reject) => {
    const transaction = database.transaction("games", "readwrite");
    const games = transaction.objectStore("games");
    let reply;
    games.get(id).onsuccess = ({ target }) => {
      try {
        reply = answerer(job, target.result?.kept ?? null);
        if (reply?.kept) games.put({ id: JSON.parse(reply.kept).id, kept: reply.kept, used: Date.now() });
        if (!id) forgetOld(games);
      } catch (error) {
        reject(error);
        transaction.abort();
      }
    };
    transaction.oncomplete = () => resolve(reply);
    transaction.onabort = () => {
      const detail = "Nothing was changed: the browser has no room for the game.";
      resolve({ status: 507, text: JSON.stringify({ status: 507, detail }) });
    };
  });
}

function forgetOld(games) {
  games.count().onsuccess = ({ target }) => {
    let spare = target.result - MOST_GAMES;
    if (spare <= 0) return;
    games.index("used").openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor || spare <= 0) return;
      spare -= 1;
      cursor.delete();
      cursor.continue();
    };
  };
}

// -- jobs

function reason({ method, path, text }, kept) {
  const found = door(method, path, text, kept ?? undefined);
  const [status, body, game, missing] = found.toJs();
  found.destroy();
  return { status, text: body, kept: game, missing };
}

const isAboutGame = ({ path }) => path.startsWith("games");

async function answer(job) {
  await storing;
  if (door === null && isAboutGame(job)) {
    const reply = await aboutGame(job, earlyAnswer);
    if (reply) return reply;
  }
  await started;
  for (;;) {
    const reply = isAboutGame(job) ? await aboutGame(job) : reason(job, null);
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

const storing = openDatabase().then(
  (opened) => (database = opened),
  () => (memory = new Map()), // the browser refuses: games last as long as this worker
);
const started = begin().catch((error) => {
  console.error(error);
  postMessage({ fatal: error.message });
  throw error;
});
started.catch(() => {});
addEventListener("message", ({ data }) => work(data));
