// What this browser remembers. Nothing here is needed for the page to work.

const PREFIX = "tablero-";

/**
 * @param {string} key
 * @returns {string}
 */
export function recall(key) {
  try {
    return localStorage.getItem(PREFIX + key) ?? "";
  } catch {
    // Browsers can be told to store nothing.
    return "";
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function remember(key, value) {
  try {
    if (value) localStorage.setItem(PREFIX + key, value);
    else localStorage.removeItem(PREFIX + key);
  } catch {
    // The choice then holds until the page is closed.
  }
}
