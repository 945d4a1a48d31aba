// What the server sends and is asked for, for the checks of types. The page never loads this file.

/** @typedef {{name: string, is_bot: boolean, is_you: boolean, side: unknown}} Player */
/** @typedef {{label: string, action: string, style: string}} Button */
/**
 * @typedef {object} Match
 * @property {string} game
 * @property {string} title
 * @property {string} language
 * @property {number} version
 * @property {number} ply
 * @property {Player[]} players
 * @property {0 | 1 | null} you
 * @property {0 | 1 | null} to_move
 * @property {boolean} is_over
 * @property {string} status
 * @property {string[]} facts
 * @property {number | null} due
 * @property {string[]} moves
 * @property {number[]} movers The seat that played each move.
 * @property {boolean} confirms
 * @property {boolean} turned
 * @property {string} theme
 * @property {{name: string, label: string}[]} themes
 * @property {Span[] | null} offer What the opponent has offered; the buttons that answer it are not secondary.
 * @property {Button[]} buttons
 * @property {boolean} explores Whether moves may be tried out.
 * @property {{text: string, action: string} | null} note The reader's own.
 */
/** @typedef {{name: string, x: number, y: number, label: string}} Cell */
/** @typedef {{pick: string, cell: string | null, label: string}} Pick */
/** @typedef {{x: number, y: number, width: number, height: number}} Area */
/**
 * @typedef {object} Board
 * @property {number} ply
 * @property {string} svg
 * @property {number} width
 * @property {number} height
 * @property {Area} board
 * @property {number} radius
 * @property {Cell[]} cells
 * @property {string[]} picked
 * @property {string} question
 * @property {Pick[]} picks
 * @property {string[] | null} back
 * @property {string | null} complete
 * @property {(Button & {text: string})[]} forms What can be done with the moves that were tried out.
 */
/** @typedef {{ply: number, seat: number, sign: string, text: Span[]}} Mistake */
/** @typedef {{summary: Span[] | null, winning: number[], mistakes: Mistake[]}} Analysis */
/** @typedef {{action: string, hint: string, options: {value: string, label: string}[]}} Menu */
/** @typedef {Record<string, any>} Span */
/** @typedef {{alt: string, type: string, data: string}} Picture */
/** @typedef {{text: Span[], pictures: Picture[], buttons: Button[], menus: Menu[]}} View */
/** @typedef {{action: string, title: string, label: string, example: string}} Form */
/** @typedef {{kind: "view", view: View} | {kind: "form", form: Form} | {kind: "none"}} Answer */

/**
 * @typedef {object} Wanted
 * @property {number} [ply]
 * @property {string[]} [picked]
 * @property {string} theme
 * @property {boolean} [turned]
 * @property {string[]} [explored] Moves after the ply that were never played.
 */

export {};
