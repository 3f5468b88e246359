import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdTyped, keepTyped, takeTyped } from './typed'

const ANN = { who: 'ann@example.com', fields: { action: 'cancel', id: 'sub_1', reason: 'Asked for by phone' } }
const kept = new Map<string, string>()
const sessionStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
  removeItem: (key: string) => void kept.delete(key),
}
const at = (pathname: string) => vi.stubGlobal('location', { pathname, search: '?page=2' })

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', sessionStorage)
  at('/subscriptions/sub_1')
  holdTyped(ANN)
})
afterEach(() => void vi.unstubAllGlobals())

test('takeTyped returns the text to the same user on the same page, once', () => {
  keepTyped()
  at('/subscriptions/sub_2')
  expect(takeTyped(ANN.who)).toBeUndefined()
  at('/subscriptions/sub_1')
  expect(takeTyped(ANN.who)).toEqual(ANN.fields)
  expect(takeTyped(ANN.who)).toBeUndefined()
})

test('keepTyped says whether there is a text, and it is kept', () => {
  expect(keepTyped()).toBe(true)
  vi.stubGlobal('sessionStorage', null)
  expect(keepTyped()).toBe(false)
  holdTyped(undefined)
  expect(keepTyped()).toBe(false)
})

test('takeTyped discards the text of another user', () => {
  keepTyped()
  expect(takeTyped('bob@example.com')).toBeUndefined()
  expect(kept.size).toBe(0)
})

test('the text is kept only when the page is left with an open dialog, and expires', () => {
  expect(takeTyped(ANN.who)).toBeUndefined()
  keepTyped()
  vi.setSystemTime(Date.now() + 61 * 60_000)
  expect(takeTyped(ANN.who)).toBeUndefined()
  vi.useRealTimers()
  holdTyped(undefined)
  keepTyped()
  expect(kept.size).toBe(0)
})

test('takeTyped returns nothing when the storage is forbidden or holds invalid data', () => {
  kept.set('billing-console:typed', '{"who":')
  expect(takeTyped(ANN.who)).toBeUndefined()
  vi.stubGlobal('sessionStorage', undefined)
  expect(() => keepTyped()).not.toThrow()
  expect(takeTyped(ANN.who)).toBeUndefined()
})
