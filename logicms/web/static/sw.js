// Keeps the site in the browser, so that it works offline after the first visit. Each version has a cache of its own,
// filled before it is used and deleted when the next version has taken over: no page ever gets files of both.
// `logicms site` puts in the version, which is the hash of site.json, and what a worker may do.

const VERSION = "VERSION";
const POLICY = "POLICY";
const WORKER = "static/python-worker.js"; // the policy in a page does not hold in its workers
const PREFIX = `logicms ${registration.scope} `;
const NAME = PREFIX + VERSION;

async function fill() {
  const text = await (await fetch("site.json", { cache: "no-store" })).arrayBuffer();
  if ((await hash(text)) !== VERSION) throw new Error("the site is being published just now");
  const { files } = JSON.parse(new TextDecoder().decode(text));
  const cache = await caches.open(NAME);
  await cache.put("site.json", new Response(text, { headers: { "Content-Type": "application/json" } }));
  for (const [path, { sha256 }] of Object.entries(files)) await cache.put(path, await checked(path, sha256));
}

// The browser may have an older file of this name, which the hash shows.
async function checked(path, sha256) {
  const integrity = `sha256-${btoa(String.fromCharCode(...sha256.match(/../g).map((each) => parseInt(each, 16))))}`;
  const response = await fetch(path, { integrity }).catch(() => fetch(path, { integrity, cache: "reload" }));
  // Some hosts send index.html on to ./ and learn.html to learn; browsers refuse to show what was sent on.
  if (!response.redirected && path !== WORKER) return response;
  const type = response.headers.get("Content-Type") ?? "application/octet-stream";
  return new Response(await response.blob(), {
    headers: { "Content-Type": type, ...(path === WORKER && { "Content-Security-Policy": POLICY }) },
  });
}

async function hash(data) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...digest].map((each) => each.toString(16).padStart(2, "0")).join("");
}

async function clear() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
  await clients.claim();
}

const ANY_SEARCH = { ignoreSearch: true };

async function kept(request) {
  const cache = await caches.open(NAME);
  const url = new URL(request.url);
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  const [found, page] = await Promise.all([url, `${url.pathname}.html`].map((each) => cache.match(each, ANY_SEARCH)));
  return found ?? page ?? fetch(request);
}

// The page that asks is one; others still show the version before, which controls them.
async function takeOver() {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.filter(({ url }) => url.startsWith(registration.scope)).length <= 1) await skipWaiting();
}

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(clear()));
addEventListener("message", (event) => event.waitUntil(takeOver()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(registration.scope)) event.respondWith(kept(event.request));
});
