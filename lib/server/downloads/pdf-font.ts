import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { create, type Font, type Glyph } from 'fontkit'

/** The complete typeface of the console: Latin, Greek and Cyrillic. */
const FONTS = 'node_modules/@expo-google-fonts/inter'
const FILES = { regular: '400Regular/Inter_400Regular.ttf', strong: '600SemiBold/Inter_600SemiBold.ttf' } as const
export type Weight = keyof typeof FILES

/** Loads a weight of the typeface for one document. Do not share it: its glyph subset belongs to that document. */
export async function pdfFont(weight: Weight): Promise<PdfFont> {
  const font = create(await readFile(join(process.cwd(), FONTS, FILES[weight])))
  if ('fonts' in font) throw new Error(`${FILES[weight]} is a collection of fonts, not one`)
  return new PdfFont(font)
}

/**
 * Draws one glyph per character. No ligature or alternate turns "->" in an id into an arrow, and a table of 20,000
 * lines takes seconds instead of the minutes that shaping takes.
 */
export class PdfFont {
  readonly #glyphs = new Map<string, Glyph>()
  readonly #font: Font

  constructor(font: Font) {
    this.#font = font
  }

  /** Returns the font in pdfkit's interface for layout. */
  source() {
    return Object.assign(this.#font, {
      layout: (text: string) => {
        const glyphs = Array.from(text, (character) => this.#glyph(character))
        const positions = glyphs.map(({ advanceWidth }) => ({
          xAdvance: advanceWidth,
          yAdvance: 0,
          xOffset: 0,
          yOffset: 0,
        }))
        return { glyphs, positions, advanceWidth: glyphs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) }
      },
    })
  }

  /** True when the font has the character with this code point. */
  has(character: string): boolean {
    return this.#font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  }

  /** Returns the width in points, at a size in points. */
  widthOf(text: string, size: number): number {
    let units = 0
    for (const character of text) units += this.#glyph(character).advanceWidth
    return (units * size) / this.#font.unitsPerEm
  }

  #glyph(character: string): Glyph {
    const known = this.#glyphs.get(character)
    if (known) return known
    const glyph = this.#font.glyphForCodePoint(character.codePointAt(0) ?? 0)
    this.#glyphs.set(character, glyph)
    return glyph
  }
}
