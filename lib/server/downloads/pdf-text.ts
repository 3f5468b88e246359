const PLAIN = /^[\n\u0020-\u007E\u00A0-\u00AC\u00AE-\u0148\u014A-\u017F\u2013\u2014\u2018-\u201E\u2026\u20AC\u2212]*$/

/** True for text of characters that Inter certainly has: no other font is loaded for it. */
export const isPlainText = (text: string): boolean => PLAIN.test(text)

/** Characters without a shape of their own. */
const SHAPELESS = /[\p{C}\p{Zl}\p{Zp}]/u
/** Invisible characters that decide how the letters beside them join. */
export const JOINER = /[\u200C\u200D]/

/**
 * Returns text that can be drawn: a character that is invisible or in no font becomes its code, `[U+1F600]`.
 * @param has true for a character that a font has; it gets the character before too
 */
export function toDrawableText(text: string, has: (character: string, before?: string) => boolean): string {
  const lines = text.normalize('NFC').replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').split('\n')
  const drawn = (character: string, index: number, all: string[]) =>
    (JOINER.test(character) || !SHAPELESS.test(character)) && has(character, all[index - 1])
      ? character
      : codeOf(character)
  return lines.map((line) => Array.from(line).map(drawn).join('')).join('\n')
}

const codeOf = (character: string) =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

/** Breaks text into lines of at most `width`, between words if possible, otherwise within a word. */
export function wrapText(text: string, width: number, widthOf: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(' '))
      for (const [index, part] of partsOf(word).entries())
        for (const [at, piece] of broken(part, width, widthOf).entries()) {
          const longer = line === '' ? piece : `${line}${index === 0 && at === 0 ? ' ' : ''}${piece}`
          if (line !== '' && widthOf(longer) > width) {
            lines.push(line)
            line = piece
          } else line = longer
        }
    return [...lines, line]
  })
}

/** Scripts that write words without spaces. */
const WITHOUT_SPACES = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u
const WORDS = new Intl.Segmenter('en', { granularity: 'word' })
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** What never starts or ends a line. */
const CLOSES = /^[\p{Pe}\p{Pf}\p{Po}ー々]/u
const OPENS = /[\p{Ps}\p{Pi}\p{Sc}]$/u

/** Returns the parts of a text without spaces between which a line may break; usually one. */
function partsOf(word: string): string[] {
  if (!WITHOUT_SPACES.test(word)) return [word]
  const parts: string[] = []
  for (const { segment } of WORDS.segment(word)) {
    const before = parts.at(-1)
    if (before !== undefined && (CLOSES.test(segment) || OPENS.test(before))) parts[parts.length - 1] += segment
    else parts.push(segment)
  }
  return parts
}

/** Returns a word in pieces that each fit; usually one. A letter keeps its marks. */
function broken(word: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  let taken = 0
  for (const { segment } of GRAPHEMES.segment(word)) {
    const wide = widthOf(segment)
    if (piece !== '' && taken + wide > width) {
      pieces.push(piece)
      piece = ''
      taken = 0
    }
    piece += segment
    taken += wide
  }
  return [...pieces, piece]
}
