import bidiFactory from 'bidi-js'
import { codePointsOf, type FontName, type PdfFont, pdfFont, type Weight } from './pdf-font'
import { isPlainText, JOINER, toDrawableText, wrapText } from './pdf-text'

/** Characters that no font needs to have. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u
const SCRIPTS: readonly [FontName, RegExp][] = [
  ['arabic', /\p{scx=Arab}/u],
  ['devanagari', /\p{scx=Deva}/u],
  ['hebrew', /\p{scx=Hebr}/u],
  ['thai', /\p{scx=Thai}/u],
]
const EAST_ASIAN = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\uFF00-\uFFEF]/u
const FROM_RIGHT = /[\p{scx=Arab}\p{scx=Hebr}]/u

/** The code points of fonts, read once by a process. */
const knownCodePoints = new Map<FontName, ReadonlySet<number>>()

async function codePoints(name: FontName): Promise<ReadonlySet<number>> {
  const known = knownCodePoints.get(name) ?? (await codePointsOf(name))
  knownCodePoints.set(name, known)
  return known
}

/** The font of each character that Inter lacks, by `keyOf`; null when none has it. */
type OtherFonts = Map<string, FontName | null>

const EAST_ASIAN_FONTS = ['chinese', 'japanese', 'korean'] as const
type EastAsian = (typeof EAST_ASIAN_FONTS)[number]

/** One character has other shapes in Chinese, Japanese and Korean: kana or Hangul beside it decide. */
function eastAsianOf(text: string): EastAsian {
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) return 'japanese'
  return /\p{sc=Hang}/u.test(text) ? 'korean' : 'chinese'
}

const keyOf = (character: string, language: EastAsian) => `${language} ${character}`

/** Finds the fonts of the visible characters of texts that Inter lacks. */
async function otherFonts(texts: Iterable<string>): Promise<OtherFonts> {
  const found: OtherFonts = new Map()
  for (const text of texts) {
    if (isPlainText(text)) continue
    const language = eastAsianOf(text)
    const inter = await codePoints('regular')
    for (const character of text.normalize('NFC')) {
      const key = keyOf(character, language)
      if (found.has(key) || INVISIBLE.test(character) || inter.has(character.codePointAt(0) ?? 0)) continue
      found.set(key, await firstFontWith(character, language))
    }
  }
  return found
}

/** The large East Asian fonts also have many symbols. */
async function firstFontWith(character: string, language: EastAsian): Promise<FontName | null> {
  const own = SCRIPTS.filter(([, script]) => script.test(character)).map(([name]) => name)
  const isEastAsian = EAST_ASIAN.test(character) || !/[\p{L}\p{M}]/u.test(character)
  const others = isEastAsian ? [language, ...EAST_ASIAN_FONTS] : []
  for (const name of [...own, ...others]) if ((await codePoints(name)).has(character.codePointAt(0) ?? 0)) return name
  return null
}

/** Returns the visible characters of texts that no font of the PDFs has, each once. */
export async function charactersWithoutGlyph(texts: Iterable<string>): Promise<string[]> {
  const without = [...(await otherFonts(texts))].filter(([, name]) => name === null)
  return [...new Set(without.map(([key]) => key.slice(key.indexOf(' ') + 1)))]
}

/** Neighbouring characters of one font and direction, as pdfkit draws them. */
interface PdfRun {
  font: PdfFont
  text: string
}

/** A line of text, ready to be drawn. */
export interface PdfLine {
  text: string
  /** From left to right. */
  runs: readonly PdfRun[]
  /** True when its paragraph starts with a letter that is written from right to left. */
  isFromRight: boolean
  /** True when any of its letters is written from right to left. */
  hasFromRight: boolean
}

const bidi = bidiFactory()
type Levels = ReturnType<typeof bidi.getEmbeddingLevels>

/** The fonts of one document: both weights of Inter, and those of the other scripts of its texts. */
export class PdfFonts {
  readonly #fonts: ReadonlyMap<FontName, PdfFont>
  readonly #others: OtherFonts

  /** @param texts all that may be drawn; a character that is in none of them and not in Inter is drawn as its code */
  static async load(texts: Iterable<string>): Promise<PdfFonts> {
    const others = await otherFonts(texts)
    const names = new Set<FontName>(['regular', 'strong', ...[...others.values()].filter((name) => name !== null)])
    return new PdfFonts(others, await Promise.all([...names].map(pdfFont)))
  }

  private constructor(others: OtherFonts, fonts: readonly PdfFont[]) {
    this.#others = others
    this.#fonts = new Map(fonts.map((font) => [font.name, font]))
  }

  get all(): Iterable<PdfFont> {
    return this.#fonts.values()
  }

  /** The height of Inter above the baseline, at a size of one point. */
  get ascent(): number {
    return this.#fonts.get('regular')?.ascent ?? 1
  }

  /** Returns text in which each character without a glyph, or invisible, is its code. */
  drawable(text: string): string {
    if (isPlainText(text)) return text
    const language = this.#languageOf(text)
    return toDrawableText(
      text,
      (character, before) => this.#fontOf(character, before, 'regular', language) !== undefined,
    )
  }

  /** Returns drawable text as lines of at most `width` points, at a size in points. */
  lines(text: string, width: number, size: number, weight: Weight = 'regular'): PdfLine[] {
    return text.split('\n').flatMap((paragraph) => {
      const levels = this.#others.size > 0 && FROM_RIGHT.test(paragraph) ? levelsOf(paragraph) : null
      let end = 0
      return wrapText(paragraph, width, (part) => this.widthOf(part, size, weight)).map((line) => {
        const start = paragraph.indexOf(line, end)
        end = start + line.length
        return this.#line(paragraph, [start, end], levels, weight)
      })
    })
  }

  /** Returns the width of drawable text in points, at a size in points. */
  widthOf(text: string, size: number, weight: Weight = 'regular'): number {
    const plain = this.#plainFont(text, weight)
    if (plain) return plain.widthOf(text, size)
    return this.#logicalRuns(text, weight).reduce((sum, run) => sum + run.font.widthOf(run.text, size), 0)
  }

  /** Returns part of a paragraph as a line. Levels come from the whole paragraph, as Unicode's algorithm asks (UAX 9). */
  #line(paragraph: string, [start, end]: [number, number], levels: Levels | null, weight: Weight): PdfLine {
    const text = paragraph.slice(start, end)
    const runs = this.#logicalRuns(text, weight)
    if (levels === null || text === '') return { text, runs, isFromRight: false, hasFromRight: false }
    const fonts = runs.flatMap(({ font, text: { length } }) => Array<PdfFont>(length).fill(font))
    const level = levels.paragraphs[0]?.level ?? 0
    const own = { levels: levels.levels.slice(start, end), paragraphs: [{ start: 0, end: text.length - 1, level }] }
    const visual: (PdfRun & { isReversed: boolean; last: number })[] = []
    for (const index of bidi.getReorderedIndices(text, own)) {
      const [font, isReversed] = [fonts[index], (own.levels[index] ?? 0) % 2 === 1]
      const unit = text[index] ?? ''
      const run = visual.at(-1)
      if (!font) continue
      if (run?.font === font && run.isReversed === isReversed && Math.abs(index - run.last) === 1) {
        run.text = isReversed ? unit + run.text : run.text + unit
        run.last = index
      } else visual.push({ font, text: unit, isReversed, last: index })
    }
    return {
      text,
      runs: visual.map(({ font, text: logical, isReversed }) => ({
        font,
        text: isReversed && !font.isShaped ? mirrored(logical) : logical,
      })),
      isFromRight: level === 1,
      hasFromRight: visual.some(({ isReversed }) => isReversed),
    }
  }

  #logicalRuns(text: string, weight: Weight): PdfRun[] {
    const plain = this.#plainFont(text, weight)
    if (plain) return [{ font: plain, text }]
    const runs: PdfRun[] = []
    const language = this.#languageOf(text)
    let before: string | undefined
    for (const character of text) {
      const font = this.#fontOf(character, before, weight, language)
      before = character
      const run = runs.at(-1)
      if (font && run?.font === font) run.text += character
      else if (font) runs.push({ font, text: character })
    }
    return runs
  }

  /** Returns the font of a text that needs no other one. */
  #plainFont(text: string, weight: Weight): PdfFont | undefined {
    return this.#others.size === 0 || isPlainText(text) ? this.#fonts.get(weight) : undefined
  }

  #languageOf(text: string): EastAsian {
    return this.#others.size === 0 ? 'chinese' : eastAsianOf(text)
  }

  /** A joiner belongs to the letter before it. */
  #fontOf(character: string, before: string | undefined, weight: Weight, language: EastAsian): PdfFont | undefined {
    if (JOINER.test(character)) {
      const font = before === undefined ? undefined : this.#fontOf(before, undefined, weight, language)
      return font?.isShaped ? font : undefined
    }
    const inter = this.#fonts.get(weight)
    if (inter?.has(character)) return inter
    for (const key of [language, ...EAST_ASIAN_FONTS]) {
      const name = this.#others.get(keyOf(character, key))
      if (name) return this.#fonts.get(name)
    }
    return undefined
  }
}

/** Returns the direction of each character; that of a joiner is the one of the letter before it. */
function levelsOf(paragraph: string): Levels {
  const levels = bidi.getEmbeddingLevels(paragraph)
  for (const { index } of paragraph.matchAll(/(?<=.)[\u200C\u200D]/g))
    levels.levels[index] = levels.levels[index - 1] ?? 0
  return levels
}

/** Returns what stands between letters from right to left, in the order of drawing: `(` becomes `)`. */
const mirrored = (text: string) =>
  Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character)
    .toReversed()
    .join('')
