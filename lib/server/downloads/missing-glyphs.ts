import { isPlainText } from './pdf-text'

/** The most characters that are named. */
const MAX_CHARACTERS = 20

/** Returns the characters of texts that a PDF writes as codes, at most 20. Reads fonts only for texts beyond Latin, once by a process. */
export async function missingGlyphs(texts: Iterable<string>): Promise<string[]> {
  const beyondLatin = [...texts].filter((text) => !isPlainText(text))
  if (beyondLatin.length === 0) return []
  // fontkit is loaded on demand.
  const { charactersWithoutGlyph } = await import('./pdf-fonts')
  return (await charactersWithoutGlyph(beyondLatin)).slice(0, MAX_CHARACTERS)
}
