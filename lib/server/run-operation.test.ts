import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { CONSOLE_OPERATIONS, type ConsoleInput } from '@/contract/console/operations'
import { ProblemError } from '@/contract/console/problem-error'
import { volume } from '@/scripts/test/volume.mjs'
import { readableList } from '../format/unreadable'
import type { OperationContext } from './operation-context'
import { runOperation } from './run-operation'
import { problemOf } from '@/testing/console/problem-of'
import { LINE_COUNTS, SCENARIO_IDS, useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { testContext } from '@/testing/console/test-context'

const api = useFakeBillingApi()
const { subscription, invoice, customer, fault } = SCENARIO_IDS
const context = () => testContext()
const getSubscription = (id: string) => runOperation('getSubscription', context(), { id })
const getInvoice = (invoiceId: string) => runOperation('getInvoice', context(), { invoiceId })
const listTransactions = (input: ConsoleInput<'listTransactions'>) => runOperation('listTransactions', context(), input)
const ledger = { externalId: customer.acme, page: 1, pageSize: 20, order: 'desc' } as const

describe('runOperation with the fake billing API', () => {
  test('returns every field of a subscription', async () => {
    const view = await getSubscription(subscription.active)
    expect(view).toMatchObject({
      id: subscription.active,
      startDate: '2026-01-05T00:00:00.000Z',
      updatedAt: '2026-02-01T00:00:00.500Z',
      customerId: '4711',
      currency: 'EUR',
      paymentGateway: 'braintree',
    })
    const prices = readableList(view.plan?.prices ?? [])
    expect(prices.map(({ rules }) => rules.kind)).toEqual([
      'unit',
      'fixed',
      'tier',
      'other',
      'other',
      'none',
      'missing',
      'missing',
    ])
    expect(prices[0]?.rules).toMatchObject({ price: '0.0000025' })
    expect(view.drift.items).toContainEqual({ path: 'billingCadence', kind: 'unknownValue', received: 'weekly' })
    expect(view.drift.items).toContainEqual({
      path: 'riskScore',
      kind: 'unknownField',
      received: '{"value":0.5,"model":"v2"}',
    })
  })

  test('accepts a response with nothing but an id', async () => {
    expect(await getSubscription(subscription.bare)).toMatchObject({ id: '9001', plan: undefined })
    expect(await getInvoice(invoice.bare)).toMatchObject({ invoiceLineItems: null, totals: null })
  })

  test('sums an invoice to the last digit', async () => {
    expect((await getInvoice(invoice.active)).totals).toEqual({
      total: '130.30000000000000004',
      customerTotal: '30.30000000000000004',
      hiddenTotal: '100',
      hiddenLines: 1,
      unreadableHiddenLines: 0,
      lines: 4,
      customerLines: 3,
      uncertainLines: 0,
      unreadableLines: 1,
      unreadableCustomerLines: 1,
    })
  })

  test("pages with the configured query names, in the API's own order", async () => {
    const page = await listTransactions({ ...ledger, page: 3, order: 'asc' })
    expect(api().requests.at(-1)?.url).toMatch(/\?p=3&per_page=20&sort=asc$/)
    expect(page).toMatchObject({ count: null, pages: null, currentPage: 3, pageSize: 20 })
    expect(page.results.map(({ id }) => id)).toEqual(['41', '42', '43', '44', '45'])
    expect(page.results[0]?.allocationBlock).toMatchObject({
      pricingUnit: 'Credits',
      planName: 'Odd plan',
      billingCadence: 'weekly',
      invoiceId: invoice.active,
      invoiceVanityId: '2042',
    })
    expect(page.results.map(({ amount }) => amount)).toEqual(['-40.5', '41', '-42.5', '43', '-44.5'])
  })

  test('accepts very many prices and lines', { timeout: 600_000 }, async () => {
    // Fake timers, because a busy machine would exceed the read timeout, which billing-client.test.ts tests.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    expect((await getSubscription(subscription.large)).plan?.prices).toHaveLength(3_000)
    const size = volume({ test: 0, prove: 1 }) ? 'large' : 'long'
    const [invoiceId, lines] = [invoice[size], LINE_COUNTS[size]]
    const view = await getInvoice(invoiceId)
    expect(view.totals).toMatchObject({ total: String(lines / 100), lines })
    expect((await runOperation('getRawInvoice', context(), { invoiceId })).length).toBeGreaterThan(600 * lines)
  })

  test('returns a raw response, re-indented', async () => {
    expect(await runOperation('getRawSubscription', context(), { id: subscription.bare })).toBe('{\n  "id": 9001\n}')
  })

  test('rejects a list in place of an object', async () => {
    expect(await problemOf(getSubscription(fault.list))).toMatchObject({ code: 'unreadable_response' })
    expect(await problemOf(getInvoice(fault.list))).toMatchObject({ code: 'unreadable_response' })
    const list = listTransactions({ ...ledger, externalId: fault.list })
    expect(await problemOf(list)).toMatchObject({ code: 'unreadable_response' })
  })
})

test('rejects an invalid id before any request', async () => {
  const before = api().requests.length
  for (const id of ['', '.', '..', 'a\u0000b']) {
    expect(await problemOf(getSubscription(id))).toMatchObject({ code: 'invalid_id', status: 400 })
    expect(await problemOf(getInvoice(id))).toMatchObject({ code: 'invalid_id' })
    expect(await problemOf(listTransactions({ ...ledger, externalId: id }))).toMatchObject({ code: 'invalid_id' })
  }
  expect(api().requests).toHaveLength(before)
})

test('rejects an operation that the role may not run before any request', async () => {
  const before = api().requests.length
  // @ts-expect-error -- no such role: an unknown role has no permission
  const stranger: OperationContext = { ...context(), actor: { name: 'stranger', role: 'stranger' } }
  const call = runOperation('getSubscription', stranger, { id: subscription.active })
  expect(await problemOf(call)).toMatchObject({ code: 'not_allowed' })
  expect(api().requests).toHaveLength(before)
})

/** Late responses are tested in `billing-client.test.ts`. */
const quickFaults = Object.values(fault).filter((id) => id !== fault.slow)

test.each(quickFaults)('fails with documented errors only, for %s', async (id) => {
  const undocumented: string[] = []
  for (const name of ['getSubscription', 'getRawSubscription', 'cancelSubscription', 'deleteSubscription'] as const) {
    const named: readonly string[] = CONSOLE_OPERATIONS[name].errors
    const input = name.startsWith('get') ? { id } : { id, reason: 'To see it fail' }
    await runOperation(name, context(), input).catch((error: unknown) => {
      const code = error instanceof ProblemError ? error.problem.code : 'internal_error'
      if (!named.includes(code)) undocumented.push(`${name}: ${code}`)
    })
  }
  expect(undocumented).toEqual([])
})

test('continues a change when the client leaves, and ends a read', async () => {
  const gone = testContext('agent', AbortSignal.abort())
  const input = { id: subscription.upcoming, reason: 'The tab was closed' }
  expect(await runOperation('cancelSubscription', gone, input)).toMatchObject({ change: { state: 'CONFIRMED' } })
  expect(
    api()
      .requests.slice(-3)
      .map(({ method }) => method),
  ).toEqual(['GET', 'POST', 'GET'])
  const before = api().requests.length
  expect((await problemOf(runOperation('getSubscription', gone, { id: subscription.active }))).code).toBe('timed_out')
  expect(api().requests).toHaveLength(before)
})
