import { expect, test } from 'vitest'
import { FAULTS, useFakeBillingApi, faultId } from './use-fake-billing-api'

const api = useFakeBillingApi()
/** Longer than any fault that gets a response, shorter than the faults that hang. */
const TIMEOUT_MS = 3_000
const FAR = '2091-01-01T00:00:00.000Z'

const send = (path: string, { method = 'GET', ...rest }: RequestInit = {}) =>
  fetch(`${api().url}/external/subscriptions/${path}`, {
    method,
    redirect: 'manual',
    ...rest,
    headers: { 'x-api-key': api().key, 'x-request-id': `request of ${path}` },
  })
const read = async (id: string): Promise<Record<string, unknown>> => {
  const response = await send(`${id}/expanded`)
  return { httpStatus: response.status, ...(response.ok ? Object(await response.json()) : {}) }
}
const cancel = (id: string) => send(`${id}/cancel`, { method: 'POST', body: '{}' })
const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'responded',
    () => 'failed',
  )
const of = (id: string) => (each: { id: string }) => each.id === id

test('records a received cancel and its effect with the request id', async () => {
  api().faults.addSubscription('plain', { status: 'active', endDate: null })
  expect((await cancel('plain')).status).toBe(202)
  expect(await read('plain')).toMatchObject({ id: 'plain', endDate: expect.stringContaining('2031') })
  const record = { action: 'cancel', id: 'plain', requestId: 'request of plain/cancel' }
  expect(api().faults.received.filter(of('plain'))).toMatchObject([record])
  expect(api().faults.effects.filter(of('plain'))).toMatchObject([record])
  await cancel('plain')
  expect(api().faults.received.filter(of('plain'))).toHaveLength(2)
  expect(api().faults.effects.filter(of('plain'))).toHaveLength(1)
})

test('deletes a subscription that has not started on cancel', async () => {
  api().faults.addSubscription('upcoming', { status: 'pendingActivation', startDate: FAR })
  await cancel('upcoming')
  expect(await read('upcoming')).toEqual({ httpStatus: 404 })
})

test.each([
  ['reset-before', 0],
  ['reset-after', 1],
  ['hang-before', 0],
  ['hang-after', 1],
])('%s: records the change and applies it %i times', async (name, effects) => {
  const id = faultId(name, 'own')
  const caller = new AbortController()
  const call = outcomeOf(send(`${id}/cancel`, { method: 'POST', body: '{}', signal: caller.signal }))
  await expect.poll(() => api().faults.received.filter(of(id))).toHaveLength(1)
  caller.abort()
  expect(await call).toBe('failed')
  expect(api().faults.effects.filter(of(id))).toHaveLength(effects)
})

test('applies an injected fault to its target the given number of times', async () => {
  const { faults } = api()
  faults.addSubscription('injected', { status: 'active', endDate: null })
  faults.inject(FAULTS['reset-then-done'] ?? {}, { id: 'injected', operation: 'cancelSubscription', times: 1 })
  expect(await outcomeOf(cancel('injected'))).toBe('failed')
  expect(await read('injected')).toMatchObject({ endDate: null })
  await expect.poll(() => faults.effects.filter(of('injected'))).toHaveLength(1)
  expect(await read('injected')).toMatchObject({ endDate: expect.any(String) })
  faults.inject({ response: { status: 500, body: 'down' } })
  expect((await read('injected')).httpStatus).toBe(500)
  faults.clear()
  expect((await read('injected')).httpStatus).toBe(200)
})

test('returns the old subscription for the given number of stale reads', async () => {
  const { faults } = api()
  faults.addSubscription('stale', { status: 'active', endDate: null })
  faults.inject({ stale: { reads: 2 } }, { id: 'stale' })
  await cancel('stale')
  const shown = [await read('stale'), await read('stale'), await read('stale')]
  expect(shown.map(({ endDate }) => endDate)).toEqual([null, null, expect.any(String)])
  faults.clear()
})

const isStatus = (name: string) => /^\d{3}-/.test(name)

test('responds to each fault of the catalogue as its name says', async () => {
  const ends = Object.keys(FAULTS).map(async (name) => {
    const response = await send(`${faultId(name)}/expanded`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await response.text()
    return { name, status: response.status, text }
  })
  const settled = await Promise.allSettled(ends)
  const names = Object.keys(FAULTS)
  const withoutResponse = names.filter((_, index) => settled[index]?.status === 'rejected')
  expect(withoutResponse.toSorted()).toEqual([
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
  const responded = settled.flatMap((each) =>
    each.status === 'fulfilled' && isStatus(each.value.name) ? [each.value] : [],
  )
  expect(responded).toHaveLength(names.filter(isStatus).length)
  for (const { name, status } of responded) expect(name).toMatch(new RegExp(`^${status}-`))
})
