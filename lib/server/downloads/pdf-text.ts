/** Characters without a shape of their own. */
const SHAPELESS = /[\p{C}\p{Zl}\p{Zp}]/u

/** Returns text that can be drawn: a character that is invisible or not in the font becomes its code, `[U+6F22]`. */
export function toDrawableText(text: string, has: (character: string) => boolean): string {
  const lines = text.normalize('NFC').replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').split('\n')
  const drawn = (character: string) => (!SHAPELESS.test(character) && has(character) ? character : codeOf(character))
  return lines.map((line) => Array.from(line, drawn).join('')).join('\n')
}

const codeOf = (character: string) =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

/** Breaks text into lines of at most `width`, between words if possible, otherwise within a word. */
export function wrapText(text: string, width: number, widthOf: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(' ').flatMap((long) => broken(long, width, widthOf))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && widthOf(longer) > width) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return [...lines, line]
  })
}

/** Returns a word in pieces that each fit; usually one. */
function broken(word: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  let taken = 0
  for (const character of word) {
    const wide = widthOf(character)
    if (piece !== '' && taken + wide > width) {
      pieces.push(piece)
      piece = ''
      taken = 0
    }
    piece += character
    taken += wide
  }
  return [...pieces, piece]
}
