/** Marks that reorder the text around them: Unicode's bidirectional controls. */
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
/** One of them, kept where a text is split at it. */
export const BIDI_MARK = /([\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069])/

/** Text from outside inside a sentence of ours: it must not reorder our words, so it loses its bidi controls. */
export const withoutBidi = (text: string) => text.replaceAll(BIDI, '')

/** JSON text with its bidi controls as escapes: the same JSON, in which every character stands where it was sent. */
export const withBidiEscaped = (json: string) =>
  json.replaceAll(BIDI, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
