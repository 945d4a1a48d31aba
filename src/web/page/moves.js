// A move, one pick at a time.

import { recall, remember } from "./settings.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Pick} Pick */

/** The picks of the first step if none is a cell: the colours of marbles. @param {Board | undefined} root */
function kindsOf(root) {
  const picks = root?.picks ?? [];
  return picks.length > 1 && picks.every((pick) => pick.cell === null) ? picks : [];
}

export class Picking {
  /** The boards of the steps so far, the first without picks. @type {Board[]} */
  steps = [];
  /** How many of them come before the player's own first pick. */
  #base = 1;
  /** Grows with every request, so that late responses are dropped. */
  #request = 0;

  /**
   * @param {object} to
   * @param {(picked: string[]) => Promise<Board>} to.read
   * @param {() => void} to.changed
   * @param {(move: string) => void} to.completed Called when a pick of the player completes a move.
   * @param {(error: unknown) => void} to.failed
   */
  constructor(to) {
    this.to = to;
  }

  /** @returns {Board | undefined} */
  get board() {
    return this.steps.at(-1);
  }

  /** The colours to choose from, the chosen one among them. @returns {Pick[]} */
  get kinds() {
    return kindsOf(this.steps[0]);
  }

  /** The other picks without a cell. @returns {Pick[]} */
  get choices() {
    if (this.steps.length === 1 && this.kinds.length > 0) return [];
    return this.board?.picks.filter((pick) => pick.cell === null) ?? [];
  }

  get canGoBack() {
    return this.steps.length > this.#base;
  }

  /** What the player has picked. */
  get picked() {
    return this.canGoBack ? (this.board?.picked ?? []) : [];
  }

  /**
   * Begins a move on this board. What was picked before stays picked if it is still possible.
   * @param {Board} root
   * @param {string} game
   * @param {string[]} keep
   */
  async start(root, game, keep = []) {
    this.game = game;
    await this.#steps(() => this.#begin(root, keep));
  }

  /** @param {Board} root @param {string[]} keep */
  async #begin(root, keep) {
    const steps = [root];
    const kind = recall(`kind-${this.game}`);
    if (kindsOf(root).some((pick) => pick.pick === kind)) steps.push(await this.to.read([kind]));
    this.#base = steps.length;
    if (keep.length === 0) return steps;
    return this.#follow(steps, keep);
  }

  /** Forgets the board: nothing can be picked until the next one. */
  clear() {
    this.#request += 1;
    this.steps = [];
  }

  /** Tapping a cell picks it, or changes the latest pick that it could have been. @param {string} cell */
  tap(cell) {
    for (let at = this.steps.length - 1; at >= 0; at -= 1) {
      const pick = this.steps[at].picks.find((one) => one.cell === cell);
      if (!pick) continue;
      if (this.steps[at + 1]?.picked.at(this.steps[at].picked.length) === pick.pick) return this.#cut(at + 1);
      return this.#pick(this.steps.slice(0, at + 1), pick.pick);
    }
    return undefined;
  }

  /** @param {string} pick */
  choose(pick) {
    if (!this.kinds.some((kind) => kind.pick === pick)) return this.#pick(this.steps, pick);
    const rest = this.board?.picked.slice(1) ?? [];
    return this.#steps(async () => {
      const steps = [this.steps[0], await this.to.read([pick])];
      this.#base = steps[1].complete ? 1 : 2;
      return rest.length > 0 && !steps[1].complete ? this.#follow(steps, [pick, ...rest]) : steps;
    }, true);
  }

  /** Adds the step with these picks, if they are possible. @param {Board[]} steps @param {string[]} picked */
  async #follow(steps, picked) {
    const board = await this.to.read(picked);
    return picked.every((pick, at) => board.picked[at] === pick) ? [...steps, board] : steps;
  }

  back() {
    if (this.canGoBack) this.#cut(this.steps.length - 1);
  }

  cancel() {
    this.#cut(this.#base);
  }

  /** A move was played: its colour is the first suggestion next time. */
  played() {
    const first = this.board?.picked[0];
    const isKind = this.kinds.some((kind) => kind.pick === first);
    if (first && isKind && (this.board?.picked.length ?? 0) > 1) remember(`kind-${this.game}`, first);
  }

  /** @param {number} length */
  #cut(length) {
    this.#request += 1;
    this.steps = this.steps.slice(0, Math.max(length, 1));
    this.to.changed();
  }

  /** @param {Board[]} steps @param {string} pick */
  #pick(steps, pick) {
    const picked = [...(steps.at(-1)?.picked ?? []), pick];
    return this.#steps(async () => [...steps, await this.to.read(picked)], true);
  }

  /** @param {() => Promise<Board[]>} read @param {boolean} [byPick] */
  async #steps(read, byPick = false) {
    const request = (this.#request += 1);
    try {
      const steps = await read();
      if (request !== this.#request) return;
      this.steps = steps;
      this.to.changed();
      const move = this.board?.complete;
      if (move && byPick) this.to.completed(move);
    } catch (error) {
      if (request === this.#request) this.to.failed(error);
    }
  }
}
