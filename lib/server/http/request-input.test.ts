import { afterEach, expect, test } from 'vitest'
import { readBytes } from './request-input'

afterEach(() => void delete globalThis.consoleAdmission)

test('bodies of 64 MiB together arrive without slots, further ones keep theirs', async () => {
  const ends: (() => void)[] = []
  let withoutSlot = 0
  globalThis.consoleAdmission = {
    refuse: undefined,
    whileWaiting: (wait) => wait(),
    whileArriving: (arrive) => {
      withoutSlot += 1
      return arrive()
    },
  }
  const read = () => {
    const body = new ReadableStream<Uint8Array>({ start: (stream) => void ends.push(() => stream.close()) })
    // The types of the browser lack `duplex`, which Node needs.
    const init = { method: 'POST', body, duplex: 'half' }
    return readBytes(new Request('http://127.0.0.1/', init), 1024 * 1024)
  }
  const reading = Array.from({ length: 66 }, read)
  expect(withoutSlot).toBe(64)
  for (const end of ends) end()
  await Promise.all(reading)
  const next = read()
  expect(withoutSlot).toBe(65)
  ends.at(-1)?.()
  await next
})
