import { describe, expect, it } from 'vitest'
import { SCENARIO_IDS, useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { handle } from './handle'

const api = useFakeBillingApi()
const HOST = '127.0.0.1:3000'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const GIVEN = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, tracestate: 'vendor=value' }

/** Runs a read with these headers, and returns the trace headers of the calls that it makes. */
async function tracesOf(name: 'getInvoice' | 'exportTransactions', params: object, headers: object) {
  const before = api().requests.length
  const request = new Request(`http://${HOST}/api`, { headers: { host: HOST, ...headers } })
  const response = await handle(name)(request, { params: Promise.resolve(params) })
  expect(response.status).toBe(200)
  // As a slow client reads: each piece is made when it is asked for, outside the handler.
  for await (const _ of response.body ?? []) await new Promise(setImmediate)
  return api()
    .requests.slice(before)
    .map((seen) => ({ traceparent: seen.headers.traceparent, tracestate: seen.headers.tracestate }))
}
const invoice = () => ({ invoiceId: SCENARIO_IDS.invoice.active })

describe('the trace of a request', () => {
  it('is passed on to the billing API as received', async () => {
    expect(await tracesOf('getInvoice', invoice(), GIVEN)).toContainEqual(GIVEN)
  })

  it('is passed on with every page of an export', async () => {
    const traces = await tracesOf('exportTransactions', { externalId: SCENARIO_IDS.customer.tied }, GIVEN)
    expect(traces.length).toBeGreaterThan(1)
    expect(new Set(traces.map(({ traceparent }) => traceparent))).toEqual(new Set([GIVEN.traceparent]))
  })

  it('is new for each request without a valid one', async () => {
    const [one] = await tracesOf('getInvoice', invoice(), {})
    const [other] = await tracesOf('getInvoice', invoice(), { traceparent: 'invalid', tracestate: 'vendor=value' })
    for (const sent of [one, other]) {
      expect(sent?.traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/)
      expect(sent?.tracestate).toBeUndefined()
    }
    expect(one?.traceparent).not.toBe(other?.traceparent)
  })
})
