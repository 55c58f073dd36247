// The service, as the page asks it. A refusal (problem+json) becomes a Problem, which says where and why.

export class Problem extends Error {
  constructor(found) {
    super(found.detail || found.title);
    Object.assign(this, { status: found.status, line: found.line, column: found.column, text: found.text });
  }
}

async function answered(response) {
  const found = await response.json().catch((error) => {
    if (error.name === "AbortError") throw error;
    return { status: response.status, detail: "The service gave no readable answer." };
  });
  if (!response.ok) throw new Problem(found);
  return found;
}

async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ status: 0, detail: "The service does not answer. Is `logicms serve` still running?" });
  }
  return answered(response);
}

export const ask = (command, body, signal) =>
  request(`/v1/${command}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });

export const look = (path, signal) => request(`/v1/${path}`, { signal });

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
