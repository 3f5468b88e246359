import { expect, test } from 'vitest'
import { FAULTS, useFakeBillingApi, faultId } from './use-fake-billing-api'

const api = useFakeBillingApi()
/** Longer than any fault takes that is answered at all, shorter than those that keep one waiting. */
const GIVES_UP_MS = 3_000
const FAR = '2091-01-01T00:00:00.000Z'

const ask = (path: string, { method = 'GET', ...rest }: RequestInit = {}) =>
  fetch(`${api().url}/external/subscriptions/${path}`, {
    method,
    redirect: 'manual',
    ...rest,
    headers: { 'x-api-key': api().key, 'x-request-id': `request of ${path}` },
  })
const read = async (id: string): Promise<Record<string, unknown>> => {
  const response = await ask(`${id}/expanded`)
  return { httpStatus: response.status, ...(response.ok ? Object(await response.json()) : {}) }
}
const cancel = (id: string) => ask(`${id}/cancel`, { method: 'POST', body: '{}' })
const fails = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    () => 'failed',
  )
const of = (id: string) => (each: { id: string }) => each.id === id

test('a cancel that is done has its effect, its record and the id of its request', async () => {
  api().faults.addSubscription('plain', { status: 'active', endDate: null })
  expect((await cancel('plain')).status).toBe(202)
  expect(await read('plain')).toMatchObject({ id: 'plain', endDate: expect.stringContaining('2031') })
  const record = { action: 'cancel', id: 'plain', requestId: 'request of plain/cancel' }
  expect(api().faults.writes.filter(of('plain'))).toMatchObject([record])
  expect(api().faults.effects.filter(of('plain'))).toMatchObject([record])
  await cancel('plain')
  expect(api().faults.writes.filter(of('plain'))).toHaveLength(2)
  expect(api().faults.effects.filter(of('plain'))).toHaveLength(1)
})

test('one that has not begun is deleted', async () => {
  api().faults.addSubscription('upcoming', { status: 'pendingActivation', startDate: FAR })
  await cancel('upcoming')
  expect(await read('upcoming')).toEqual({ httpStatus: 404 })
})

test.each([
  ['reset-before', 0],
  ['reset-after', 1],
  ['hang-before', 0],
  ['hang-after', 1],
])('%s: the write is on record, and done or not', async (name, effects) => {
  const id = faultId(name, 'own')
  const caller = new AbortController()
  const call = fails(ask(`${id}/cancel`, { method: 'POST', body: '{}', signal: caller.signal }))
  await expect.poll(() => api().faults.writes.filter(of(id))).toHaveLength(1)
  caller.abort()
  expect(await call).toBe('failed')
  expect(api().faults.effects.filter(of(id))).toHaveLength(effects)
})

test('an injected fault is met as often as said, by what it is for, and the rest goes well', async () => {
  const { faults } = api()
  faults.addSubscription('injected', { status: 'active', endDate: null })
  faults.inject(FAULTS['reset-then-done'] ?? {}, { id: 'injected', operation: 'cancelSubscription', times: 1 })
  expect(await fails(cancel('injected'))).toBe('failed')
  expect(await read('injected')).toMatchObject({ endDate: null })
  await expect.poll(() => faults.effects.filter(of('injected'))).toHaveLength(1)
  expect(await read('injected')).toMatchObject({ endDate: expect.any(String) })
  faults.inject({ answer: { status: 500, body: 'down' } })
  expect((await read('injected')).httpStatus).toBe(500)
  faults.clear()
  expect((await read('injected')).httpStatus).toBe(200)
})

test('a stale read shows the subscription as it was, so often', async () => {
  const { faults } = api()
  faults.addSubscription('stale', { status: 'active', endDate: null })
  faults.inject({ stale: { reads: 2 } }, { id: 'stale' })
  await cancel('stale')
  const shown = [await read('stale'), await read('stale'), await read('stale')]
  expect(shown.map(({ endDate }) => endDate)).toEqual([null, null, expect.any(String)])
  faults.clear()
})

const isStatus = (name: string) => /^\d{3}-/.test(name)

test('every fault of the catalogue answers, or not, as it is called', async () => {
  const ends = Object.keys(FAULTS).map(async (name) => {
    const response = await ask(`${faultId(name)}/expanded`, { signal: AbortSignal.timeout(GIVES_UP_MS) })
    const text = await response.text()
    return { name, status: response.status, text }
  })
  const settled = await Promise.allSettled(ends)
  const names = Object.keys(FAULTS)
  const unanswered = names.filter((_, index) => settled[index]?.status === 'rejected')
  expect(unanswered.toSorted()).toEqual([
    'drip',
    'drops',
    'hang-after',
    'hang-before',
    'lost-and-stale',
    'reset-after',
    'reset-before',
    'reset-then-done',
    'slow',
    'stall',
    'truncated',
  ])
  const answered = settled.flatMap((each) =>
    each.status === 'fulfilled' && isStatus(each.value.name) ? [each.value] : [],
  )
  expect(answered).toHaveLength(names.filter(isStatus).length)
  for (const { name, status } of answered) expect(name).toMatch(new RegExp(`^${status}-`))
})
