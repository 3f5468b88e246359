import { expect, it } from 'vitest'
import { pdfFont } from './pdf-font'
import { isPlainText, toDrawableText, wrapText } from './pdf-text'

const font = await pdfFont('regular')
const byLength = (text: string) => text.length
const draw = (text: string) => toDrawableText(text, (character) => font.has(character))

it('draws Latin, Greek and Cyrillic unchanged', () => {
  for (const name of ['Łódź żółw', 'Größe', 'Ελλάδα', 'Україна', 'Ngữ', 'e\u0301'.normalize('NFC'), '−$1.00 × 3 – €'])
    expect(draw(name)).toBe(name)
})

it('writes characters that it cannot draw, and invisible ones, as their code', () => {
  expect(draw('漢字 😀')).toBe('[U+6F22][U+5B57] [U+1F600]')
  expect(draw('paid \u202Etxt\u0000\u200D\u2028')).toBe('paid [U+202E]txt[U+0000][U+200D][U+2028]')
  expect(draw('one\r\ntwo\tthree')).toBe('one\ntwo three')
})

it('draws each character as itself, without an arrow for "->"', () => {
  const { glyphs } = font.source().layout('a->b')
  expect(glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)).join('')).toBe('a->b')
})

it('breaks lines between words, and a longer word anywhere', () => {
  expect(wrapText('one two three', 7, byLength)).toEqual(['one two', 'three'])
  expect(wrapText('abcdefghij kl', 4, byLength)).toEqual(['abcd', 'efgh', 'ij', 'kl'])
  expect(wrapText('a\n\nb', 4, byLength)).toEqual(['a', '', 'b'])
})

it('breaks Chinese, Japanese and Thai between words, and no line starts with a closing mark', () => {
  expect(wrapText('企业版订阅服务费（含技术支持）。', 6, byLength)).toEqual([
    '企业版订阅',
    '服务费（含',
    '技术支持）。',
  ])
  const thai = wrapText('ค่าบริการรายเดือนสำหรับผู้ใช้', 10, byLength)
  expect(thai.join('')).toBe('ค่าบริการรายเดือนสำหรับผู้ใช้')
  expect(thai.filter((line) => /^\p{M}/u.test(line) || line.length > 10)).toEqual([])
})

it('keeps a letter and its marks together in a long word', () => {
  expect(wrapText('कि'.repeat(3), 2, byLength)).toEqual(['कि', 'कि', 'कि'])
})

it('takes only text that Inter has for plain', () => {
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).filter(isPlainText)
  expect(all.length).toBeGreaterThan(300)
  expect(all.filter((character) => draw(character) !== character)).toEqual([])
})
