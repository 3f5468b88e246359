/**
 * What a terminal obeys or hides instead of showing it: C0, DEL and C1 controls, marks that reorder the text around
 * them, Unicode's own line ends, and halves of a surrogate pair.
 */
const UNSHOWN = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Foreign text for one line of a terminal or log: what would not be seen there stands as an escape, `\u001b`. */
export const visible = (text: string) => text.replaceAll(UNSHOWN, escaped)

/** The same for text whose line ends are ours. */
export const visibleLines = (text: string) => text.split('\n').map(visible).join('\n')
