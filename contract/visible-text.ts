/**
 * Characters that a terminal interprets or hides: C0, DEL and C1 controls, marks that reorder text, Unicode line ends,
 * and halves of a surrogate pair.
 */
const UNSHOWN = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Escapes invisible characters of foreign text, as `\u001b`, for one line of a terminal or log. */
export const visible = (text: string) => text.replaceAll(UNSHOWN, escaped)

/** Escapes text like `visible`, but keeps its line feeds. */
export const visibleLines = (text: string) => text.split('\n').map(visible).join('\n')
