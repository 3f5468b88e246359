import { expect, test } from 'vitest'
import { visible, visibleLines } from './visible-text'

test.each([
  ['\u001B[2J\u001B]0;owned\u0007', '\\u001b[2J\\u001b]0;owned\\u0007'],
  ['a\r\n\tb\0', 'a\\u000d\\u000a\\u0009b\\u0000'],
  ['\u007F\u0080\u009B31m\u009F', '\\u007f\\u0080\\u009b31m\\u009f'],
  [
    '\u202Egpj.exe\u202C \u2066x\u2069 \u061C\u200E\u200F',
    '\\u202egpj.exe\\u202c \\u2066x\\u2069 \\u061c\\u200e\\u200f',
  ],
  ['a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
  ['\uD800 \uDFFF', '\\ud800 \\udfff'],
  ['Größe עברית 日本 👩‍👩‍👧 €', 'Größe עברית 日本 👩‍👩‍👧 €'],
])('visible escapes %j', (text, shown) => {
  expect(visible(text)).toBe(shown)
})

test('visible keeps a log line valid and equal JSON', () => {
  const words = 'a\u009B\u202E\u2028\u007F'
  expect(JSON.parse(visible(JSON.stringify({ words })))).toEqual({ words })
})

test('visibleLines keeps line feeds', () => {
  expect(visibleLines('one\u0007\ntwo\r\n')).toBe('one\\u0007\ntwo\\u000d\n')
})
