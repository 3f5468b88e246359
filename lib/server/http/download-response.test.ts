import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { Download } from '@/contract/console/download'
import { startGenerator } from '../downloads/start-generator'
import { DownloadSlots } from '../downloads/download-slots'
import { downloadResponse } from './download-response'

async function* pieces() {
  yield new Uint8Array([1])
  yield new Uint8Array([2])
}

test('releases the slot when the client leaves while the first chunk is produced', async () => {
  const slots = new DownloadSlots(1)
  const made = async () => new Download('a.csv', 'text/csv', await startGenerator(slots.within(pieces())))
  const gone = new Request('http://127.0.0.1/', { signal: AbortSignal.abort() })
  downloadResponse(await made(), gone, 'r1')
  await setImmediate()
  const response = downloadResponse(await made(), new Request('http://127.0.0.1/'), 'r2')
  expect([...(await response.bytes())]).toEqual([1, 2])
})

test('releases the slot when the client leaves later, while only the response remains of the request', async () => {
  const slots = new DownloadSlots(1)
  const made = async () => new Download('a.csv', 'text/csv', await startGenerator(slots.within(pieces())))
  const leave = new AbortController()
  const left = downloadResponse(await made(), new Request('http://127.0.0.1/', { signal: leave.signal }), 'r1')
  setFlagsFromString('--expose-gc')
  await setImmediate()
  runInNewContext('gc')()
  leave.abort()
  await setImmediate()
  const response = downloadResponse(await made(), new Request('http://127.0.0.1/'), 'r2')
  expect([...(await response.bytes())]).toEqual([1, 2])
  await expect(left.bytes()).rejects.toThrow('The client left')
})
