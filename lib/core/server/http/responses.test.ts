import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { Download } from '../../download'
import { startDownload } from '../csv/start-download'
import { Slots } from '../slots'
import { downloadResponse, outputResponse } from './responses'

const get = (init?: RequestInit) => new Request('http://127.0.0.1/', init)
const items = (count: number) => Array.from({ length: count }, (_, index) => ({ index, text: '€'.repeat(index % 50) }))

test.each([0, 1_000, 1_001, 5_000])('sends an output with a list of %i items as its JSON', async (count) => {
  const output = { id: 'a"b', left: undefined, items: items(count), none: null, few: [], last: { count } }
  const response = outputResponse(output, get(), 'req_1', 200)
  expect(await response.text()).toBe(JSON.stringify(output))
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test('writes a long output no faster than the client reads it', async () => {
  let written = 0
  const counting = { toJSON: () => (written += 1) }
  const list = Array.from({ length: 100_000 }, () => counting)
  const reader = outputResponse({ list }, get(), 'req_1', 200).body?.getReader()
  await reader?.read()
  for (let turn = 0; turn < 20; turn++) await setImmediate()
  expect(written).toBeLessThan(20_000)
  await reader?.cancel()
})

test('writes nothing of a long output for a HEAD request', () => {
  const list = Array.from({ length: 2_000 }, () => ({ toJSON: () => expect.unreachable() }))
  const response = outputResponse({ list }, get({ method: 'HEAD' }), 'req_1', 200)
  expect(response).toMatchObject({ status: 200, body: null })
})

test('does not end a long output normally when the client leaves', async () => {
  const gone = new AbortController()
  const response = outputResponse({ list: items(50_000) }, get({ signal: gone.signal }), 'req_1', 200)
  const reading = response.text()
  gone.abort()
  await expect(reading).rejects.toThrow('The client left')
})

test('breaks off a long output after two minutes, even when its client still reads', async () => {
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
    await expect(rest()).rejects.toThrow('The client left')
  } finally {
    vi.useRealTimers()
  }
})

/** Read by `arrayBuffer`: the Response that Hono sets in a worker it shares has no `bytes`. */
async function* pieces() {
  yield new Uint8Array([1])
  yield new Uint8Array([2])
}

test('releases the slot when the client leaves while the first chunk is produced', async () => {
  const slots = new Slots(1)
  const made = async () => new Download('a.csv', 'text/csv', await startDownload(slots, pieces()))
  const gone = new Request('http://127.0.0.1/', { signal: AbortSignal.abort() })
  downloadResponse(await made(), gone, 'r1')
  await setImmediate()
  const response = downloadResponse(await made(), new Request('http://127.0.0.1/'), 'r2')
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([1, 2])
})

test('releases the slot when the client leaves later, while only the response remains of the request', async () => {
  const slots = new Slots(1)
  const made = async () => new Download('a.csv', 'text/csv', await startDownload(slots, pieces()))
  const leave = new AbortController()
  const left = downloadResponse(await made(), new Request('http://127.0.0.1/', { signal: leave.signal }), 'r1')
  setFlagsFromString('--expose-gc')
  await setImmediate()
  runInNewContext('gc')()
  leave.abort()
  await setImmediate()
  const response = downloadResponse(await made(), new Request('http://127.0.0.1/'), 'r2')
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([1, 2])
  await expect(left.arrayBuffer()).rejects.toThrow('The client left')
})
