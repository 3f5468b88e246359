import { describe, expect, test } from 'vitest'
import { stringifyExactJson } from '@/contract/exact-json'
// oxlint-disable-next-line no-restricted-imports -- the foreign API is shared with the browser tests and lives in their room
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { getEnvironment } from '@/lib/environment'
import { settings } from '@/lib/core/server/settings'
import { BillingClient } from './billing-client'
import { problemOf } from '@/testing/console/problem-of'
import { FAULTS, SCENARIO_IDS, useFakeBillingApi } from '@/testing/console/use-fake-billing-api'

const api = useFakeBillingApi()
const { subscription, fault } = SCENARIO_IDS

const requestId = 'request-of-the-test'
const target = (id: string) => ({ operation: 'getSubscription', params: { id } }) as const
const read = (id: string) => getEnvironment().billing.read(target(id), { requestId })
const cancel = (id: string, body = {}) =>
  getEnvironment().billing.write({ operation: 'cancelSubscription', params: { id } }, { requestId, body })
const remove = (id: string) =>
  getEnvironment().billing.write({ operation: 'deleteSubscription', params: { id } }, { requestId })
const seen = (id: string) => api().requests.filter(({ url }) => url.includes(encodeURIComponent(id)))

describe('BillingClient.read', () => {
  test('sends the key and the request id, asks for plain JSON and encodes the id as one segment', async () => {
    const response = await read(subscription.active)
    expect(response.status).toBe(200)
    const [request] = seen(subscription.active)
    expect(request?.url).toBe(`/external/subscriptions/${encodeURIComponent(subscription.active)}/expanded`)
    expect(request?.headers).toMatchObject({
      accept: 'application/json',
      'accept-encoding': 'identity',
      'x-request-id': requestId,
    })
  })

  test('keeps the path of the base URL', async () => {
    const client = new BillingClient({ ...settings(), BILLING_API_BASE_URL: `${api().url}/v2/eu` })
    await problemOf(client.read(target('based'), { requestId }))
    expect(seen('based')[0]?.url).toBe('/v2/eu/external/subscriptions/based/expanded')
  })

  test('retries after a 503', async () => {
    await read(fault.unavailableOnce)
    expect(seen(fault.unavailableOnce)).toHaveLength(2)
  })

  test('reports the API as unreachable after three dropped connections', async () => {
    expect(await problemOf(read(fault.drops))).toMatchObject({ code: 'unreachable', status: 502 })
    expect(seen(fault.drops)).toHaveLength(3)
  })

  test('reports not_found for a 404 in HTML, without its text', async () => {
    const problem = await problemOf(read('nobody'))
    expect(problem).toMatchObject({ code: 'not_found', upstreamStatus: 404 })
    expect(problem.upstreamMessage).toBeUndefined()
  })

  test('reports the Retry-After time', async () => {
    expect(await problemOf(read(fault.rateLimited))).toMatchObject({
      code: 'overloaded',
      retryAfterSeconds: 7,
      upstreamStatus: 429,
      upstreamMessage: 'Slow down',
    })
    expect(seen(fault.rateLimited)).toHaveLength(1)
  })

  test.each([fault.redirect, fault.invalidJson, fault.html, fault.empty, fault.deep])(
    'rejects the response of %s as unreadable',
    async (id) => {
      expect(await problemOf(read(id))).toMatchObject({ code: 'unreadable_response', status: 502 })
    },
  )

  test('removes the key from a message that echoes it', async () => {
    const problem = await problemOf(read(fault.echoesKey))
    expect(problem).toMatchObject({ code: 'key_not_accepted', upstreamMessage: 'Bad key [key]' })
    expect(JSON.stringify(problem)).not.toContain(api().key)
  })
})

test('removes the key from a record that has it in a name or in a value', async () => {
  const { key } = api()
  const body = { id: 'echo', plan: { name: `Plan ${key}`, description: encodeURIComponent(key) }, [key]: 1 }
  api().add('subscription', 'echo', jsonResponse(body))
  const { text, json } = await read('echo')
  expect(text).toContain('Plan [key]')
  expect(text + stringifyExactJson(json)).not.toContain(key)
})

describe('BillingClient.write', () => {
  test('accepts a 202 without a body', async () => {
    expect(await cancel(subscription.active, { externalCustomerId: SCENARIO_IDS.customer.acme })).toEqual({
      status: 202,
      kind: 'accepted',
    })
    const request = seen(subscription.active).find(({ method }) => method === 'POST')
    expect(request?.body).toBe(JSON.stringify({ externalCustomerId: SCENARIO_IDS.customer.acme }))
    expect(request?.headers['content-type']).toBe('application/json')
  })

  test('sends no body with a delete, and accepts {} as success', async () => {
    expect(await remove(subscription.draft)).toEqual({ status: 200, kind: 'accepted' })
    expect(seen(subscription.draft)).toMatchObject([{ method: 'DELETE', body: '' }])
  })

  test('reports a refusal in the API’s own words, without bidi characters', async () => {
    expect(await problemOf(cancel(subscription.stubborn))).toMatchObject({
      code: 'refused',
      upstreamStatus: 422,
      upstreamMessage: 'subscription is locked; ask finance first',
    })
    const html = await problemOf(remove(subscription.stubborn))
    expect(html).toMatchObject({ code: 'refused', upstreamStatus: 409 })
    expect(html.upstreamMessage).toBeUndefined()
  })

  test('reports an unknown outcome for a 429', async () => {
    const problem = await problemOf(cancel(fault.rateLimited))
    expect(problem).toMatchObject({ code: 'outcome_unknown', upstreamStatus: 429, retryAfterSeconds: 7 })
    expect(problem.detail).toContain('too many requests (HTTP 429), and asks for a pause of 7 s')
  })

  test('repeats the API’s message when the subscription belongs to another customer', async () => {
    const problem = await problemOf(cancel(subscription.upcoming, { externalCustomerId: 'someone-else' }))
    expect(problem).toMatchObject({
      code: 'not_found',
      upstreamMessage: 'No such customer on this subscription',
    })
  })

  test.each([fault.dropsAfterWrite, fault.failsAfterWrite, fault.drops, fault.redirect])(
    'reports an unknown outcome without a readable response (%s), and sends the write once',
    async (id) => {
      const before = seen(id).length
      expect(await problemOf(cancel(id))).toMatchObject({ code: 'outcome_unknown', status: 502 })
      expect(seen(id)).toHaveLength(before + 1)
    },
  )

  test.each(['403-error', '409-text', '429-text', '500-html', 'reset-after'])(
    'sends a cancel once after %s',
    async (name) => {
      const id = `once-${name}`
      api().faults.addSubscription(id, { status: 'active' })
      api().faults.inject(FAULTS[name] ?? {}, { id })
      await problemOf(cancel(id))
      expect(seen(id)).toHaveLength(1)
    },
  )

  test('sends a cancel once when the API rejects the key', async () => {
    const client = new BillingClient({ ...settings(), BILLING_API_KEY: 'sk_revoked' })
    const before = api().requests.length
    const sent = client.write({ operation: 'cancelSubscription', params: { id: 'refused' } }, { requestId, body: {} })
    expect(await problemOf(sent)).toMatchObject({ code: 'key_not_accepted' })
    expect(api().requests.length - before).toBe(1)
  })
})

const sent = (wanted: string) => seen(fault.slow).filter(({ method }) => method === wanted)

const impatient = () =>
  new BillingClient({ ...settings(), BILLING_API_READ_TIMEOUT_MS: 200, BILLING_API_WRITE_TIMEOUT_MS: 300 })

describe('BillingClient without a response', () => {
  test('ends a read by its deadline', async () => {
    const problem = await problemOf(impatient().read(target(fault.slow), { requestId }))
    expect(problem).toMatchObject({ code: 'timed_out', status: 504 })
    expect(sent('GET')).toHaveLength(1)
  })

  test('reports an unknown outcome for a write at its deadline, and sends it once', async () => {
    const cancelled = { operation: 'cancelSubscription', params: { id: fault.slow } } as const
    const problem = await problemOf(impatient().write(cancelled, { requestId, body: {} }))
    expect(problem).toMatchObject({ code: 'outcome_unknown' })
    expect(sent('POST')).toHaveLength(1)
  })
})

test('records how each call ended, except calls that the caller aborted', async () => {
  const ended: unknown[] = []
  const client = new BillingClient(
    settings(),
    ({ operation, kind, failure, status, requestId: id }) => void ended.push([operation, kind, failure, status, id]),
  )
  await client.read(target(subscription.active), { requestId })
  await problemOf(client.read(target('nobody'), { requestId }))
  await problemOf(client.read(target(subscription.active), { requestId, signal: AbortSignal.abort() }))
  await problemOf(
    client.write({ operation: 'deleteSubscription', params: { id: subscription.stubborn } }, { requestId }),
  )
  expect(ended).toEqual([
    ['getSubscription', 'read', undefined, 200, requestId],
    ['getSubscription', 'read', 'not_found', 404, requestId],
    ['deleteSubscription', 'write', 'refused', 409, requestId],
  ])
})
