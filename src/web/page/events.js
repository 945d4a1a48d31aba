// The stream of events. Browsers open only six connections to a server without HTTP/2, so a page that nobody sees has none.

import { Refused, request } from "./api.js";

/** How long the stream may say nothing, in milliseconds. The server sends a comment every 15 seconds. */
const SILENCE = 40_000;
const DELAYS = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000];

/**
 * Follows the events while the page is seen. A connection that breaks is replaced, after delays that grow.
 * @param {object} to
 * @param {() => void} to.connected
 * @param {() => void} to.lost
 * @param {(version: number) => void} to.changed
 * @param {(error: Refused) => void} to.refused
 * @param {string} [path]
 */
export async function follow(to, path = "match/events") {
  let failures = 0;
  for (;;) {
    await seen();
    try {
      await listen(path, () => {
        failures = 0;
        to.connected();
      }, to.changed);
    } catch (error) {
      if (error instanceof Refused && [401, 403].includes(error.status)) return to.refused(error);
    }
    to.lost();
    const delay = DELAYS[Math.min(failures, DELAYS.length - 1)];
    failures += 1;
    // Pages that lost the same server do not come back at the same instant.
    await pause(delay * (0.75 + Math.random() / 2));
  }
}

/**
 * Reads one connection until it ends or falls silent.
 * @param {string} path
 * @param {() => void} connected
 * @param {(version: number) => void} changed
 */
async function listen(path, connected, changed) {
  const stop = new AbortController();
  const hide = () => document.hidden && stop.abort();
  document.addEventListener("visibilitychange", hide);
  let timer = setTimeout(() => stop.abort(), SILENCE);
  try {
    const response = await request(path, { headers: { accept: "text/event-stream" }, signal: stop.signal });
    if (!response.body) return;
    connected();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(), SILENCE);
      const blocks = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const lines = block.split("\n");
        const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5)).join("\n");
        if (lines.some((line) => /^event: ?change$/.test(line))) changed(Number(JSON.parse(data).version));
      }
    }
  } finally {
    document.removeEventListener("visibilitychange", hide);
    clearTimeout(timer);
    stop.abort();
  }
}

/**
 * Waits until the page is seen.
 * @returns {Promise<void>}
 */
function seen() {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    look();
  });
}

/**
 * Waits, at most until the network or the reader is back.
 * @param {number} delay
 * @returns {Promise<void>}
 */
function pause(delay) {
  return new Promise((resolve) => {
    /** @param {Event} [event] */
    const wake = (event) => {
      if (event && document.hidden) return;
      clearTimeout(timer);
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      resolve();
    };
    const timer = setTimeout(wake, delay);
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
  });
}
