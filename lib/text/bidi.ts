/** Unicode's bidirectional control characters, which reorder the text around them. */
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
/** One of them, kept where a text is split at it. */
export const BIDI_MARK = /([\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069])/

/** Removes bidirectional controls, so that external text cannot reorder the sentence around it. */
export const withoutBidi = (text: string) => text.replaceAll(BIDI, '')

/** Escapes bidirectional controls in JSON text; the JSON value stays the same. */
export const withBidiEscaped = (json: string) =>
  json.replaceAll(BIDI, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The longest name that a sentence repeats. */
const MAX_CHARS = 60

/** Returns an external name on one line, for a sentence; null when it is null, blank or too long for a sentence. */
export function nameInSentence(name: string | null): string | null {
  const line = withoutBidi(name ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line === '' || line.length > MAX_CHARS ? null : line
}
