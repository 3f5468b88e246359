import type { InputOf } from '@/lib/operations'
import { expect, test } from 'vitest'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { runOperation } from './run-operation'
import { problemOf } from '@/testing/console/problem-of'
import { SCENARIO_IDS, useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { testContext } from '@/testing/console/test-context'

const api = useFakeBillingApi()
const { subscription, customer } = SCENARIO_IDS
const context = () => testContext()
const getSubscription = (id: string) => runOperation('getSubscription', context(), { id })
const getInvoice = (invoiceId: string) => runOperation('getInvoice', context(), { invoiceId })
const listTransactions = (input: InputOf<'listTransactions'>) => runOperation('listTransactions', context(), input)
const ledger = { externalId: customer.acme, page: 1, pageSize: 20, order: 'desc' } as const

test("pages with the configured query names, in the API's own order", async () => {
  const page = await listTransactions({ ...ledger, page: 3, order: 'asc' })
  expect(api().requests.at(-1)?.url).toMatch(/\?p=3&per_page=20&sort=asc$/)
  expect(page).toMatchObject({ count: null, pages: null, currentPage: 3, pageSize: 20 })
  expect(page.results.map(({ id }) => id)).toEqual(['41', '42', '43', '44', '45'])
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
