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
  vi.stubGlobal('window', { sessionStorage })
  at('/subscriptions/sub_1')
  holdTyped(ANN)
})
afterEach(() => void vi.unstubAllGlobals())

test('what was typed comes back to the same user on the same page, once', () => {
  keepTyped()
  at('/subscriptions/sub_2')
  expect(takeTyped(ANN.who)).toBeUndefined()
  at('/subscriptions/sub_1')
  expect(takeTyped(ANN.who)).toEqual(ANN.fields)
  expect(takeTyped(ANN.who)).toBeUndefined()
})

test('to somebody else it does not, and it is gone then', () => {
  keepTyped()
  expect(takeTyped('bob@example.com')).toBeUndefined()
  expect(kept.size).toBe(0)
})

test('is not kept before the page is left, nor when its dialog has closed, nor for ever', () => {
  expect(takeTyped(ANN.who)).toBeUndefined()
  keepTyped()
  vi.setSystemTime(Date.now() + 61 * 60_000)
  expect(takeTyped(ANN.who)).toBeUndefined()
  vi.useRealTimers()
  holdTyped(undefined)
  keepTyped()
  expect(kept.size).toBe(0)
})

test('a storage that is forbidden or holds something else costs nothing but what was typed', () => {
  kept.set('billing-console:typed', '{"who":')
  expect(takeTyped(ANN.who)).toBeUndefined()
  vi.stubGlobal('window', {})
  expect(() => keepTyped()).not.toThrow()
  expect(takeTyped(ANN.who)).toBeUndefined()
})
