// The requests to the server.

/**
 * The fragment of the page's address says who is looking, and what was shared: a ply, and moves that were tried out
 * after it. Browsers never send it, and the link goes only into a header.
 */
const [token = "", ply = "", line = ""] = location.hash.slice(1).split("/").map((part) => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
});

/** The position that a link leads to, if it leads to one. */
export const shared = /^\d+$/.test(ply) ? { ply: Number(ply), moves: line.split(";").filter(Boolean) } : null;

/** A refusal of the server, with a sentence to show; or the server cannot be reached, with none. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export const hasToken = token !== "";

/**
 * @param {string} path
 * @param {RequestInit} options
 */
export async function request(path, options) {
  const address = new URL("api/v1/" + path, location.href);
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...options.headers };
  let response;
  try {
    response = await fetch(address, { ...options, headers, cache: "no-store", credentials: "omit", redirect: "error" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused(0, "");
  }
  if (response.ok) return response;
  const told = await response.json().catch(() => null);
  throw new Refused(response.status, String(told?.error?.message ?? ""));
}

/**
 * @param {string} path
 * @param {Record<string, string | undefined>} [query]
 */
async function read(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const written = new URLSearchParams(/** @type {[string, string][]} */ (given)).toString();
  const response = await request(written ? `${path}?${written}` : path, {});
  return response.json();
}

/**
 * @param {string} path
 * @param {unknown} body
 */
async function send(path, body) {
  const headers = { "content-type": "application/json" };
  const response = await request(path, { method: "POST", headers, body: JSON.stringify(body) });
  return response.json();
}

/**
 * @param {string} [language]
 * @returns {Promise<{language: string, texts: Record<string, string>}>}
 */
export const readTexts = (language) => read("texts", { language: language || undefined });

/** @returns {Promise<import("./types.js").Match>} */
export const readMatch = () => read("match");

/**
 * @param {import("./types.js").Wanted} wanted
 * @returns {Promise<import("./types.js").Board>}
 */
export function readBoard({ ply, picked, theme, turned, explored }) {
  const query = { ply: ply?.toString(), picked: picked?.join(","), theme, turned: turned?.toString() };
  return read("match/board", { ...query, explored: explored?.join(";") });
}

/** @returns {Promise<import("./types.js").Analysis>} */
export const readAnalysis = () => read("match/analysis");

/** @returns {Promise<{link: string}>} */
export const readWatchLink = () => read("match/watching");

/**
 * @param {number} ply
 * @param {string} move
 * @returns {Promise<{move: string}>}
 */
export const play = (ply, move) => send("match/moves", { ply, move });

/**
 * @param {{action: string, value?: string, text?: string}} action
 * @returns {Promise<import("./types.js").Answer>}
 */
export const act = (action) => send("match/actions", action);
