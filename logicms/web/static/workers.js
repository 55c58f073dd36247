// Python in web workers: jobs wait here for a worker that is free. A job cannot be asked to stop, so one that takes too
// long has its worker ended; a spare was started before, so that nobody waits for another one to load.

import { Loading, notify } from "./loading.js";

const SECONDS = 10; // as the service; Python itself stops by then and says what it has found
const GRACE = 1.5;
const LOADING = 600; // what a job needs besides may come over a slow line
const ABANDONED = 1; // how long a job may go on that nobody waits for
const ROOT = new URL("../", import.meta.url);

const loading = new Loading();
const waiting = [];
let workers = [];
let failure = document.documentElement.dataset.unsupported ?? null; // by `support.js`

// Resolves to { status, body } as the service would answer.
export function request(method, path, text, signal) {
  return new Promise((resolve, reject) => {
    const job = { method, path, text, resolve, reject };
    if (signal?.aborted) return reject(aborted());
    signal?.addEventListener("abort", () => abandon(job));
    waiting.push(job);
    handOut();
  });
}

const aborted = () => new DOMException("Nobody waits for this any more", "AbortError");
const problem = (status, detail) => ({ status, body: JSON.stringify({ status, detail }) });

class PythonWorker {
  #worker = new Worker(new URL("python-worker.js", import.meta.url), { type: "module" });
  isReady = false;
  isLate = false; // whether it loads what a job needs besides
  job = null;

  constructor(isFirst) {
    this.#worker.addEventListener("message", ({ data }) => this.#receive(data, isFirst));
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#fail(event.message);
    });
  }

  #receive(data, isFirst) {
    if (data.progress !== undefined) {
      if (isFirst || data.late) loading.show(data.progress, data.late);
      this.isLate = data.late && data.progress < 1;
      if (data.late) this.#wait(this.isLate ? LOADING : SECONDS);
    } else if (data.ready) {
      this.isReady = true;
      this.#wait(SECONDS);
      if (isFirst) begun();
      handOut();
    } else if (data.fatal !== undefined) {
      this.#fail(data.fatal);
    } else {
      this.#finish(data);
    }
  }

  take(job) {
    this.job = job;
    this.#worker.postMessage({ method: job.method, path: job.path, text: job.text });
    if (this.isReady) this.#wait(SECONDS);
  }

  #wait(seconds) {
    clearTimeout(this.timer);
    const late = problem(504, `Not decided within ${seconds} s`);
    if (this.job) this.timer = setTimeout(() => this.#stop(late), (seconds + GRACE) * 1e3);
  }

  // Nobody waits for its job: end it, unless it is done in a moment or no other worker could take over.
  abandon() {
    const { job } = this;
    setTimeout(() => {
      if (this.job === job && workers.some((each) => each !== this && each.isReady)) this.#stop(null);
    }, ABANDONED * 1e3);
  }

  #finish(reply) {
    const { job } = this;
    clearTimeout(this.timer);
    this.job = null;
    job?.resolve(reply);
    handOut();
  }

  #stop(reply) {
    this.#worker.terminate();
    if (this.isLate) loading.hide();
    workers = workers.map((each) => (each === this ? new PythonWorker(false) : each));
    this.#finish(reply);
  }

  // A worker that never became ready fails for a reason that another one would meet, too.
  #fail(message) {
    if (this.isReady) return this.#stop(problem(500, `Python has stopped: ${message}`));
    this.#worker.terminate();
    workers = workers.filter((each) => each !== this);
    if (workers.length) return;
    const remedy = "Reload the page; if that does not help, use a newer browser.";
    const reason = message ?? "a file of the page is missing: publish the whole folder again";
    failure = `Python could not be started in this browser. ${remedy} (${reason})`;
    loading.hide();
    notify(failure);
    handOut();
  }
}

function handOut() {
  for (const job of [...waiting]) {
    // A worker that is still loading can play (`early.js`), but not reason.
    const worker = failure ? null : workers.find((each) => !each.job && (each.isReady || job.path === "game"));
    if (!failure && !worker) continue;
    waiting.splice(waiting.indexOf(job), 1);
    if (failure) job.resolve(problem(500, failure));
    else worker.take(job);
  }
}

function abandon(job) {
  const at = waiting.indexOf(job);
  if (at >= 0) waiting.splice(at, 1);
  else workers.find((each) => each.job === job)?.abandon();
  job.reject(aborted());
}

// -- what comes once Python is there

function begun() {
  loading.hide();
  if (!isKeeping()) notify("This browser keeps nothing for this page: games and progress last until you close it.");
  // On a phone with little memory, a spare costs more than it is worth.
  if ((navigator.deviceMemory ?? 8) > 2) setTimeout(() => workers.push(new PythonWorker(false)), 1500);
  keepOffline().catch((error) => console.info(`The page will not work offline: ${error.message}`));
}

function isKeeping() {
  try {
    return Boolean(localStorage);
  } catch {
    return false; // the browser refuses
  }
}

// A service worker keeps the whole site in the browser.
const keepOffline = async () => navigator.serviceWorker?.register(new URL("sw.js", ROOT));

// A new version waits until no other page shows the old one. It takes over when a page begins, not when Python is
// there: by then somebody may be in the middle of something.
async function replaceOld() {
  if (!navigator.serviceWorker?.controller) return;
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  const registration = await navigator.serviceWorker.getRegistration(ROOT);
  registration?.waiting?.postMessage("take over");
}

replaceOld().catch(() => {}); // where the browser refuses to keep anything
if (!failure) workers.push(new PythonWorker(true));
