import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { charactersWithoutGlyph, PdfFonts } from './pdf-fonts'

vi.mock('node:fs/promises', async (original) => {
  const actual = await original<{ readFile: typeof readFile }>()
  return { ...actual, readFile: vi.fn<typeof readFile>(actual.readFile) }
})
const read = vi.mocked(readFile)
beforeEach(() => {
  read.mockClear()
})

/** Returns the fonts that were read, as `inter/400Regular`. */
const fontsRead = () => {
  const weights = read.mock.calls.flatMap(([path]) => (typeof path === 'string' ? [dirname(path)] : []))
  return [...new Set(weights.map((weight) => `${basename(dirname(weight))}/${basename(weight)}`))].toSorted()
}

/** Returns the lines of a text as drawn: each run from left to right, with its font. */
async function drawn(text: string, width = 1000) {
  const fonts = await PdfFonts.load([text])
  return fonts.lines(fonts.drawable(text), width, 10).map(({ runs }) => runs.map((run) => [run.font.name, run.text]))
}

describe('fonts', () => {
  it('are read for the scripts of a document only', async () => {
    await PdfFonts.load(['Größe', 'Łódź', '25.00 €', 'Ελλάδα Україна'])
    expect(fontsRead()).toEqual(['inter/400Regular', 'inter/600SemiBold'])
    read.mockClear()
    await PdfFonts.load(['Plan', 'ค่าบริการ'])
    expect(fontsRead()).toEqual(['inter/400Regular', 'inter/600SemiBold', 'noto-sans-thai/400Regular'])
  })

  it('have Arabic, Hebrew, Thai, Devanagari, Chinese, Japanese and Korean', async () => {
    const texts = [
      'شهر نوفمبر',
      'שָׁלוֹם',
      'น้ำ',
      'क्षत्रिय',
      '企业版',
      '繁體中文',
      '月額サービス（東京）',
      '한국어',
      'می‌خواهم',
    ]
    expect(await charactersWithoutGlyph(texts)).toEqual([])
  })

  it('name each visible character that none of them has once', async () => {
    expect(await charactersWithoutGlyph(['Pro 😀 ন', '漢字 😀❤️', '\u202E\u200D'])).toEqual(['😀', 'ন'])
  })

  it('draw a Chinese character as the other languages of the document write it', async () => {
    expect(await drawn('直')).toEqual([[['chinese', '直']]])
    expect(await drawn('直です')).toEqual([[['japanese', '直です']]])
    expect(await drawn('直 한국')).toEqual([
      [
        ['korean', '直'],
        ['regular', ' '],
        ['korean', '한국'],
      ],
    ])
  })
})

describe('a line from right to left', () => {
  it('is drawn from its end, with numbers and Latin words from left to right and mirrored brackets', async () => {
    expect(await drawn('اشتراك Pro (12 شهر)')).toEqual([
      [
        ['regular', '('],
        ['arabic', 'شهر'],
        ['regular', ' '],
        ['regular', '12'],
        ['regular', ') '],
        ['regular', 'Pro'],
        ['regular', ' '],
        ['arabic', 'اشتراك'],
      ],
    ])
    expect(await drawn('ریال ۱۲۳')).toEqual([
      [
        ['arabic', '۱۲۳'],
        ['regular', ' '],
        ['arabic', 'ریال'],
      ],
    ])
  })

  it('keeps the direction of the whole paragraph where it breaks', async () => {
    const [first = []] = await drawn('Plan اشتراك, والدعم', 70)
    expect(first.map(([, text]) => text)).toEqual(['Plan ', ',', 'اشتراك'])
  })
})

describe('shaping', () => {
  it('joins the letters of Arabic, and draws the glyphs from the right', async () => {
    const fonts = await PdfFonts.load(['عمل'])
    const [run] = fonts.lines('عمل', 1000, 10)[0]?.runs ?? []
    const glyphs = run?.font.source().layout('عمل').glyphs ?? []
    expect(glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints))).toEqual(['ل', 'م', 'ع'])
    const alone = ['ل', 'م', 'ع'].map((letter) => run?.font.source().layout(letter).glyphs[0]?.id)
    expect(glyphs.filter(({ id }, index) => id === alone[index])).toEqual([])
  })

  it('draws the vowel sign of Devanagari before its letter, and a joiner not at all', async () => {
    const fonts = await PdfFonts.load(['कि', 'می‌خواهم'])
    const [line] = fonts.lines('कि', 1000, 10)
    const glyphs = line?.runs[0]?.font.source().layout('कि').glyphs ?? []
    expect(glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints))).toEqual(['ि', 'क'])
    const persian = fonts.lines('می‌خواهم', 1000, 10)[0]?.runs ?? []
    expect(persian.map(({ text }) => text)).toEqual(['می‌خواهم'])
    const persianGlyphs = persian[0]?.font.source().layout('می‌خواهم').glyphs ?? []
    expect(persianGlyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)).join('')).toBe('مهاوخیم')
  })
})

it('no line is wider than its column', async () => {
  const texts = [
    '月額利用料（東京リージョン）サービス・プラン、ユーザー数に応じて課金されます。',
    'ค่าบริการรายเดือนสำหรับผู้ใช้ทั้งหมดในระบบคลาวด์',
    '企'.repeat(99),
  ]
  const fonts = await PdfFonts.load(texts)
  for (const text of texts) {
    const lines = fonts.lines(text, 100, 10)
    expect(lines.map((line) => line.text).join('')).toBe(text)
    expect(lines.length).toBeGreaterThan(2)
    expect(lines.filter((line) => fonts.widthOf(line.text, 10) > 100)).toEqual([])
  }
})
