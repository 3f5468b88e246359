import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { outputResponse } from './json-response'

const get = (init?: RequestInit) => new Request('http://127.0.0.1/', init)
const items = (count: number) => Array.from({ length: count }, (_, index) => ({ index, text: '€'.repeat(index % 50) }))

test.each([0, 1_000, 1_001, 5_000])('an output with a list of %i items is the JSON that it is', async (count) => {
  const output = { id: 'a"b', left: undefined, items: items(count), none: null, few: [], last: { count } }
  const response = outputResponse(output, get(), 'req_1', 200)
  expect(await response.text()).toBe(JSON.stringify(output))
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test('a long one is written no faster than it is taken', async () => {
  let written = 0
  const counting = { toJSON: () => (written += 1) }
  const list = Array.from({ length: 100_000 }, () => counting)
  const reader = outputResponse({ list }, get(), 'req_1', 200).body?.getReader()
  await reader?.read()
  for (let turn = 0; turn < 20; turn++) await setImmediate()
  expect(written).toBeLessThan(20_000)
  await reader?.cancel()
})

test('of a long one that only its head is asked of, nothing is written', () => {
  const list = Array.from({ length: 2_000 }, () => ({ toJSON: () => expect.unreachable() }))
  const response = outputResponse({ list }, get({ method: 'HEAD' }), 'req_1', 200)
  expect(response).toMatchObject({ status: 200, body: null })
})

test('of a long one that nobody waits for any more, what was sent is not told as its end', async () => {
  const gone = new AbortController()
  const response = outputResponse({ list: items(50_000) }, get({ signal: gone.signal }), 'req_1', 200)
  const reading = response.text()
  gone.abort()
  await expect(reading).rejects.toThrow('Nobody takes the answer any more')
})

test('a long one is broken off after two minutes, however its reader goes on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const reader = outputResponse({ list: items(50_000) }, get(), 'req_1', 200).body?.getReader()
    await reader?.read()
    vi.advanceTimersByTime(2 * 60_000 - 1)
    expect(await reader?.read()).toMatchObject({ done: false })
    vi.advanceTimersByTime(1)
    const rest = async () => {
      while ((await reader?.read())?.done === false);
    }
    await expect(rest()).rejects.toThrow('Nobody takes the answer any more')
  } finally {
    vi.useRealTimers()
  }
})
