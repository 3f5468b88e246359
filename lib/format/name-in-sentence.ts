import { withoutBidi } from './bidi'

/** The longest name that a sentence repeats. */
const MAX_CHARS = 60

/** Returns an external name on one line, for a sentence; null when it is null, blank or too long for a sentence. */
export function nameInSentence(name: string | null): string | null {
  const line = withoutBidi(name ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line === '' || line.length > MAX_CHARS ? null : line
}
