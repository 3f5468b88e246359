import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { volume } from '@/scripts/test/volume.mjs'
import { OPEN_CONSOLE } from '@/testing/console/open-console'
import { handle } from '../http/handle'

/** Responds with 7 MB, or 15 MB for an ID that ends with "-long", of the JSON named by the path, in a separate process so that its memory does not count here. */
const BIG_API = `
const item = { arrays: '[]', objects: '{}', nested: '[[[[[[]]]]]]', deep: '['.repeat(5e3) + ']'.repeat(5e3) }
require('node:http').createServer(({ url }, response) => {
  if (url === '/demo-data') return response.end('{"isDemo":true}')
  const [id, long] = url.split('/')[3].split('-')
  if (id === 'html') return response.end('<!doctype html><title>Sign in</title>')
  if (id === 'cut') return response.end('{"id":"cut","nested":[1,2')
  const part = item[id] + ','
  response.end('{"id":"big","nested":[' + part.repeat((long ? 15e6 : 7e6) / part.length) + '0]}')
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

let api: ChildProcess | undefined

beforeAll(async () => {
  api = spawn(process.execPath, ['-e', BIG_API], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = await once(api.stdout ?? process.stdin, 'data')
  Object.assign(process.env, {
    BILLING_API_BASE_URL: `http://127.0.0.1:${String(port).trim()}`,
    BILLING_API_KEY: 'sk_raw_test_key',
    LOG_LEVEL: 'silent',
    ...OPEN_CONSOLE,
  })
})
afterAll(() => api?.kill())

const rawSubscription = handle('getRawSubscription')
const raw = async (id: string) => {
  const request = new Request('http://localhost/', { headers: { host: 'localhost' } })
  return rawSubscription(request, { params: Promise.resolve({ id }) })
}
const MB = 1e6

const SHAPES = ['arrays', 'deep', 'nested', 'objects'].slice(0, volume({ test: 2, prove: 4 }))

test.each(SHAPES)('shows 7 MB of %s with little memory and little growth', async (id) => {
  const before = process.memoryUsage().rss
  const response = await raw(id)
  expect(response.status).toBe(200)
  const text = await response.text()
  expect(process.resourceUsage().maxRSS * 1024 - before).toBeLessThan(600 * MB)
  expect(text.length).toBeLessThan(30 * MB)
  expect(text.slice(0, 40)).toMatch(/^\{\n {2}"id": "big",\n {2}"nested": \[\n {4}[[{]/)
})

test('refuses more values than a page may have, and names the limit', async () => {
  expect(await (await raw('arrays-long')).json()).toMatchObject({
    code: 'unreadable_response',
    detail: expect.stringContaining('more than 5,200,000'),
  })
})

test('rejects a response that is not JSON', async () => {
  expect(await (await raw('html')).json()).toMatchObject({ code: 'unreadable_response' })
  expect(await (await raw('cut')).json()).toMatchObject({ code: 'unreadable_response' })
})
