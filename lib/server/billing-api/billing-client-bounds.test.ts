import { createServer, type RequestListener } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { theEnvironment } from '../operations/environment'
import { ProblemError } from '../problem'
import { problemOf } from '../../testing/problem-of'

const MEBIBYTE = Buffer.alloc(1024 * 1024, 'x')
const held: (() => void)[] = []
let released = false
let onLeft: () => void = () => undefined

const listener: RequestListener = ({ url }, response) => {
  response.setHeader('content-type', 'application/json')
  if (url?.includes('/big/')) {
    const write = (left: number): void => {
      if (left === 0) response.end('"')
      else response.write(MEBIBYTE, () => write(left - 1))
    }
    response.write('"')
    write(70)
    return
  }
  if (url?.includes('/left/')) return void response.once('close', () => onLeft())
  held.push(() => response.end('{"id":"held"}'))
  // As many as may run at once have come: from here on every read is answered.
  if (held.length === 16) released = true
  if (released) for (const release of held.splice(0)) release()
}
const server = createServer(listener)

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  Object.assign(process.env, {
    BILLING_API_BASE_URL: `http://127.0.0.1:${port}/v1/`,
    BILLING_API_KEY: 'sk_bounds_test',
  })
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const read = (id: string) => theEnvironment().billing.read({ operation: 'getSubscription', params: { id } })

test('an answer is read to the 64th MiB and no further', async () => {
  const problem = await problemOf(read('big'))
  expect(problem.code).toBe('unreadable_response')
  expect(problem.detail).toContain('64 MiB')
})

test('16 reads run, 64 wait, more are turned away at once', async () => {
  const reads = Array.from({ length: 90 }, () =>
    read('held').then(
      () => 'answered',
      (error: unknown) => (error instanceof ProblemError ? `${error.problem.code} ${released}` : 'failed'),
    ),
  )
  const outcomes = await Promise.all(reads)
  expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(80)
  expect(outcomes.filter((outcome) => outcome === 'overloaded false')).toHaveLength(10)
})

test('a read that nobody waits for any more ends at the API too', async () => {
  const ended = new Promise<void>((resolve) => (onLeft = resolve))
  const caller = new AbortController()
  const response = problemOf(
    theEnvironment().billing.read({ operation: 'getSubscription', params: { id: 'left' } }, caller.signal),
  )
  setTimeout(() => caller.abort(), 50)
  expect((await response).code).toBe('timed_out')
  await ended
})
