// What reasons, as the page asks it: the service that the page comes from or, on a static host, Python in a worker.
// Both take the same paths and bodies and give the same answers. A refusal (problem+json) becomes a Refusal here, which
// says where and why.

import { remember, remembered } from "./dom.js";

export class Refusal extends Error {
  constructor(found) {
    super(found.detail || found.title);
    const { status, line, column, text, answer, formats } = found;
    Object.assign(this, { status, line, column, text, answer, formats });
  }
}

export const ask = (path, body, signal) => answered("POST", path, JSON.stringify(body), signal);

export const look = (path, signal) => answered("GET", path, "", signal);

// -- the two ways

// `logicms site` writes this into the page's head.
const isStatic = document.querySelector('meta[name="logicms-transport"][content="worker"]') !== null;
const transport = isStatic ? import("./workers.js").then(({ request }) => request) : Promise.resolve(fetched);

async function answered(method, path, text, signal) {
  const send = await transport;
  const { status, body } = await send(method, path, text, signal);
  let found;
  try {
    found = JSON.parse(body);
  } catch {
    found = { status, detail: "The service gave no readable answer." };
    throw new Refusal(found);
  }
  if (status >= 400) throw new Refusal(found);
  return found;
}

async function fetched(method, path, text, signal) {
  for (;;) {
    const token = keptToken();
    const found = await sent(method, path, text, signal, token);
    if (found.status !== 401) return found;
    await newToken(token);
  }
}

async function sent(method, path, text, signal, token) {
  const address = new URL(`../v1/${path}`, import.meta.url); // under whatever path the page is
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  const options = method === "GET" ? {} : { body: text };
  if (method !== "GET") headers["Content-Type"] = "application/json";
  try {
    const response = await fetch(address, { method, signal, headers, ...options });
    return { status: response.status, body: await response.text() };
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal({ status: 0, detail: "The service does not answer. Is `logicms serve` still running?" });
  }
}

// -- the token of a service that wants one (LOGICMS_TOKEN): asked for once, kept until the tab is closed

let givenToken = null;
let asking = null; // one question for all requests that wait

const tab = () => sessionStorage;
const keptToken = () => givenToken ?? remembered("token", null, tab);

function keepToken(token) {
  givenToken = token; // storage may be refused: then it lasts until the page is left
  remember("token", token, tab);
}

// Resolves once there is another token than the one that was tried; whoever declines is not asked again.
async function newToken(tried) {
  if (keptToken() !== tried) return;
  asking ??= askForToken(tried !== null);
  const token = await asking;
  if (token === null) {
    throw new Refusal({ status: 401, detail: "This service needs a token. Reload the page to enter it." });
  }
  keepToken(token);
  asking = null;
}

function askForToken(wasWrong) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "token-title");
  dialog.innerHTML = `
    <h2 id="token-title">This service needs a token</h2>
    <p id="token-about"></p>
    <form method="dialog" class="settings">
      <label class="field">Token
        <input name="token" type="password" required autocomplete="off" aria-describedby="token-about"
          pattern="[\\w.~+\\/=\\-]{16,}" title="16 or more letters, digits and . _ ~ + / = -">
      </label>
      <button class="strong">Use it</button>
    </form>`;
  dialog.querySelector("p").textContent = wasWrong
    ? "That token was not accepted. Please check it."
    : "Whoever runs the service can tell you. It is kept until you close this tab.";
  document.body.append(dialog);
  const form = dialog.querySelector("form");
  return new Promise((resolve) => {
    form.addEventListener("submit", () => resolve(form.elements.token.value));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(null); // unless it was given
    });
    dialog.showModal();
  });
}

// Requests that replace one another: a new one stops the last, whose answer might come later and would be shown.
export class Newest {
  #last = null;

  signal() {
    this.stop();
    this.#last = new AbortController();
    return this.#last.signal;
  }

  stop() {
    this.#last?.abort();
  }
}
