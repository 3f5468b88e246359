import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { create, type Font, type Glyph } from 'fontkit'

/**
 * Inter, the typeface of the console, has Latin, Greek and Cyrillic. The others have one weight. The paths are whole: Next copies
 * every file below a path that it cannot read in the sources into the image.
 */
const FILES = {
  regular: join(process.cwd(), 'node_modules/@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: join(process.cwd(), 'node_modules/@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  // Noto Sans Arabic draws the dots of a letter as glyphs of their own, so that copied text has other letters.
  arabic: join(
    process.cwd(),
    'node_modules/@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf',
  ),
  devanagari: join(
    process.cwd(),
    'node_modules/@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  ),
  hebrew: join(
    process.cwd(),
    'node_modules/@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  ),
  thai: join(process.cwd(), 'node_modules/@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
  chinese: join(process.cwd(), 'node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  japanese: join(process.cwd(), 'node_modules/@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf'),
  korean: join(process.cwd(), 'node_modules/@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf'),
} as const
export type FontName = keyof typeof FILES
export type Weight = 'regular' | 'strong'

/** Fonts of scripts whose characters change their shape or place beside others. */
const SHAPED = new Set<FontName>(['arabic', 'devanagari', 'hebrew', 'thai'])
/** The only ligature that Arabic demands: some programs copy the letters of one in reverse. */
const LAM_ALEF = /ل\p{M}*[اأإآٱ]/u
/** The most texts of a shaped font whose glyphs are kept. */
const MAX_SHAPED_TEXTS = 5_000

/** Loads a font for one document. Do not share it: its glyph subset belongs to that document. */
export async function pdfFont(name: FontName): Promise<PdfFont> {
  return new PdfFont(name, await openFont(name))
}

/** Returns the code points that a font has. */
export async function codePointsOf(name: FontName): Promise<ReadonlySet<number>> {
  return new Set((await openFont(name)).characterSet)
}

async function openFont(name: FontName): Promise<Font> {
  const font = create(await readFile(FILES[name]))
  if ('fonts' in font) throw new Error(`${FILES[name]} is a collection of fonts, not one`)
  return font
}

/** Glyphs of a text from left to right, in units of the font. */
type GlyphRun = Pick<ReturnType<Font['layout']>, 'glyphs' | 'positions' | 'advanceWidth'>

/**
 * Draws one glyph per character, unless its script needs shaping. No ligature or alternate turns "->" in an id into an
 * arrow, and a table of 20,000 lines takes seconds instead of the minutes that shaping takes.
 */
export class PdfFont {
  readonly name: FontName
  readonly isShaped: boolean
  readonly #glyphs = new Map<string, Glyph>()
  readonly #runs = new Map<string, GlyphRun>()
  readonly #font: Font
  readonly #shape: Font['layout']

  constructor(name: FontName, font: Font) {
    this.name = name
    this.isShaped = SHAPED.has(name)
    this.#font = font
    this.#shape = font.layout.bind(font)
  }

  /** Returns the font in pdfkit's interface for layout. */
  source() {
    const layout = (text: string) => {
      const run = this.#run(text)
      // pdfkit scales the positions in place, and those of shaped text are kept.
      if (!this.isShaped) return run
      return { ...run, positions: run.positions.map((position) => ({ ...position })) }
    }
    return Object.assign(this.#font, { layout })
  }

  /** True when the font has the character with this code point. */
  has(character: string): boolean {
    return this.#font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  }

  /** The height above the baseline, at a size of one point. */
  get ascent(): number {
    return this.#font.ascent / this.#font.unitsPerEm
  }

  /** Returns the width in points, at a size in points. */
  widthOf(text: string, size: number): number {
    return (this.#unitsOf(text) * size) / this.#font.unitsPerEm
  }

  #unitsOf(text: string): number {
    if (this.isShaped) return this.#run(text).advanceWidth
    let units = 0
    for (const character of text) units += this.#glyph(character).advanceWidth
    return units
  }

  #run(text: string): GlyphRun {
    // Digits of a script from right to left are written from left to right, which fontkit does not know.
    if (!this.isShaped || !/[\p{L}\p{M}]/u.test(text)) return this.#unshaped(text)
    const known = this.#runs.get(text)
    if (known) return known
    const ligatures = this.name === 'arabic' ? { rlig: LAM_ALEF.test(text) } : undefined
    const { glyphs, positions } = this.#shape(text, ligatures)
    // fontkit leaves a space or a box where a joiner was. Inter draws all other spaces.
    const isSeen = (index: number) => glyphs[index]?.id !== 0 && glyphs[index]?.codePoints[0] !== 0x20
    const seen = positions.filter((_, index) => isSeen(index))
    const run = {
      glyphs: glyphs.filter((_, index) => isSeen(index)),
      positions: seen,
      advanceWidth: seen.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
    }
    if (this.#runs.size >= MAX_SHAPED_TEXTS) this.#runs.clear()
    this.#runs.set(text, run)
    return run
  }

  #unshaped(text: string): GlyphRun {
    const glyphs = Array.from(text, (character) => this.#glyph(character))
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }))
    return { glyphs, positions, advanceWidth: glyphs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) }
  }

  #glyph(character: string): Glyph {
    const known = this.#glyphs.get(character)
    if (known) return known
    const glyph = this.#font.glyphForCodePoint(character.codePointAt(0) ?? 0)
    this.#glyphs.set(character, glyph)
    return glyph
  }
}
