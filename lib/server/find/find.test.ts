import { expect, test } from 'vitest'
import { oneId } from '../../domain/find/one-id'
import { runOperation } from '../run-operation'
import { problemOf } from '@/testing/console/problem-of'
import { SCENARIO_IDS, useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { testContext } from '@/testing/console/test-context'
import { jsonResponse } from '@/testing/fake-billing-api/response'

const api = useFakeBillingApi()
const find = (id: string, exact?: true) => runOperation('find', testContext(), { id, exact })

test.each([
  ['subscription', SCENARIO_IDS.subscription.active, 'Odd plan · active'],
  ['subscription', SCENARIO_IDS.subscription.bare, 'Subscription'],
  ['invoice', SCENARIO_IDS.invoice.active, 'Invoice 2042 · disputed'],
  ['customer', SCENARIO_IDS.customer.acme, 'Transactions'],
  ['customer', SCENARIO_IDS.customer.empty, 'No transactions'],
])('finds a %s by %s', async (kind, id, label) => {
  const empty = label === 'No transactions' ? true : undefined
  expect(await find(id)).toEqual({ hits: [{ kind, id, label, empty }], unanswered: [], indexed: null, similar: [] })
  const requests = api().requests.filter(({ url }) => url.includes(encodeURIComponent(id)))
  expect(requests).toHaveLength(3)
})

test('names the status of a hit in words', async () => {
  api().add('invoice', 'inv_failed', jsonResponse({ id: 'inv_failed', vanityId: 7, status: 'paymentFailed' }))
  api().add('subscription', 'sub_pending', jsonResponse({ id: 'sub_pending', status: 'pendingActivation' }))
  expect((await find('inv_failed')).hits).toMatchObject([{ label: 'Invoice 7 · payment failed' }])
  expect((await find('sub_pending')).hits).toMatchObject([{ label: 'Subscription · pending activation' }])
})

test('requests an id with surrounding spaces once without them and once as typed', async () => {
  const before = api().requests.length
  const { active } = SCENARIO_IDS.invoice
  expect(await find(` ${active}\u00a0`)).toEqual({
    hits: [{ kind: 'invoice', id: active, label: 'Invoice 2042 · disputed' }],
    unanswered: [],
    indexed: null,
    similar: [],
  })
  expect(api().requests).toHaveLength(before + 6)
  expect(
    new Set(
      api()
        .requests.slice(before)
        .map(({ url }) => url),
    ).size,
  ).toBe(6)
})

test.each(['plain%2Dinvoice', 'plain‑invoice', String.raw`plain\-invoice`])(
  'requests the id that %s can mean, and the text as typed',
  async (typed) => {
    const before = api().requests.length
    await find(typed)
    const ids = new Set(
      api()
        .requests.slice(before)
        .map(({ url }) => decodeURIComponent(url.split('/').find((part) => part.includes('plain')) ?? '')),
    )
    expect(ids).toEqual(new Set(['plain-invoice', typed]))
  },
)

test('requests a text as typed only when it can be an id', async () => {
  const before = api().requests.length
  // As copied out of a CSV for Excel, which puts such a cell in quotation marks.
  expect(oneId('"\t0012"')).toBe('0012')
  await find('\t0012\r\n')
  expect(api().requests).toHaveLength(before + 3)
  expect(
    api()
      .requests.slice(before)
      .every(({ url }) => /\b0012\b/.test(url)),
  ).toBe(true)
  await find(' . ')
  expect(api().requests).toHaveLength(before + 6)
  expect(await problemOf(find('  '))).toMatchObject({ code: 'invalid_id' })
})

test('returns no hit when all three responses are negative', async () => {
  expect(await find('nobody')).toEqual({ hits: [], unanswered: [], indexed: null, similar: [] })
})

test('reports an incomplete search when one request failed', async () => {
  const { hits, unanswered } = await find(SCENARIO_IDS.fault.rateLimited)
  expect(hits).toEqual([])
  expect(unanswered.map(({ kind }) => kind)).toEqual(['subscription', 'invoice', 'customer'])
  expect(unanswered[0]?.detail).toContain('Retry in 7 s')
})

test('sends no request for a text that cannot be an id', async () => {
  const before = api().requests.length
  expect(await problemOf(find('..'))).toMatchObject({ code: 'invalid_id' })
  expect(api().requests).toHaveLength(before)
})

test.each(['Hi, please cancel my plan', 'Hello, Jane Doe', 'one two three four', 'Is it right?'])(
  'does not send the text %j to the billing API unless the search is exact',
  async (text) => {
    const before = api().requests.length
    expect(await problemOf(find(text))).toMatchObject({ code: 'invalid_id' })
    expect(api().requests).toHaveLength(before)
    expect(await find(text, true)).toEqual({ hits: [], unanswered: [], indexed: null, similar: [] })
    expect(api().requests).toHaveLength(before + 3)
  },
)
