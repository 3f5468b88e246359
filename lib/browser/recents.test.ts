import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Recents } from './recents'

const kept = new Map<string, string>()

beforeEach(() => {
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('window', { localStorage, addEventListener: () => undefined, removeEventListener: () => undefined })
})
afterEach(() => {
  vi.unstubAllGlobals()
  kept.clear()
})

const subscription = { kind: 'subscription', id: 'sub_1', label: 'Scale', subscriptionId: 'sub_1' } as const

it('keeps what was opened in one environment apart from another', () => {
  const [test, live] = [new Recents('Test'), new Recents('Live')]
  test.remember(subscription)
  expect(test.read()).toMatchObject([subscription])
  expect(live.read()).toEqual([])
  live.remember({ kind: 'customer', id: 'acme', label: 'acme' })
  live.forget()
  expect(live.read()).toEqual([])
  expect(new Recents('Test').read()).toMatchObject([subscription])
})

it('tells who listens, and gives the same pages until something changes', () => {
  const recents = new Recents('Test')
  const listener = vi.fn<() => void>()
  const stop = recents.subscribe(listener)
  recents.remember(subscription)
  expect(listener).toHaveBeenCalledTimes(1)
  expect(recents.read()).toBe(recents.read())
  stop()
  recents.forget()
  expect(listener).toHaveBeenCalledTimes(1)
})

it('removes what was kept before there were environments', () => {
  kept.set('billing-console:recents', '[{"id":"cus_1"}]')
  expect(new Recents('Test').read()).toEqual([])
  expect([...kept.keys()]).toEqual([])
})
