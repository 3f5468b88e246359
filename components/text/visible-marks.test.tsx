import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the list is shared with the reader tests
import { NAUGHTY_STRINGS } from '@/testing/console/naughty-strings'
import { VisibleMarks } from './visible-marks'

const html = (text: string) => renderToStaticMarkup(<VisibleMarks>{text}</VisibleMarks>)
const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

test('boxes each bidi mark, with its number', () => {
  expect(html('paid \u202Ednuf\u202C')).toBe(
    'paid <bdi class="direction-mark" data-mark="U+202E">\u202E</bdi>dnuf<bdi class="direction-mark" data-mark="U+202C">\u202C</bdi>',
  )
  expect(html('\u061C')).toContain('data-mark="U+061C"')
})

test('returns text without marks unchanged', () => {
  expect(html('שלום, world')).toBe('שלום, world')
})

test('keeps every character of the naughty strings and boxes each mark', () => {
  for (const text of NAUGHTY_STRINGS) {
    expect(textOf(html(text))).toBe(text)
    expect(html(text).replaceAll(/<bdi[^>]*>.<\/bdi>/gu, '')).not.toMatch(
      /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/,
    )
  }
})
