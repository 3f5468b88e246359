import { expect, test } from 'vitest'
import { oneId } from '../one-id'
import { runOperation } from '@/lib/run-operation'
import { problemOf } from '@/testing/console/problem-of'
import { SCENARIO_IDS, useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { testContext } from '@/testing/console/test-context'
import { plainInvoice, plainSubscription } from '@/testing/fake-billing-api/plain-resources'
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
  const { hits, ...others } = await find(id)
  expect(hits).toMatchObject([{ kind, id, label, ...(empty && { empty }) }])
  expect(hits).toHaveLength(1)
  expect(others).toEqual({ unanswered: [], indexed: null, similar: [] })
  const requests = api().requests.filter(({ url }) => url.includes(encodeURIComponent(id)))
  expect(requests).toHaveLength(3)
})

test('names the status of a hit in words', async () => {
  api().add('invoice', 'inv_failed', jsonResponse({ id: 'inv_failed', vanityId: 7, status: 'paymentFailed' }))
  api().add('subscription', 'sub_pending', jsonResponse({ id: 'sub_pending', status: 'pendingActivation' }))
  expect((await find('inv_failed')).hits).toMatchObject([{ label: 'Invoice 7 · payment failed' }])
  expect((await find('sub_pending')).hits).toMatchObject([{ label: 'Subscription · pending activation' }])
})

test('returns what the row of a hit shows', async () => {
  api().add(
    'invoice',
    'inv_row',
    jsonResponse({
      ...plainInvoice,
      id: 'inv_row',
      vanityId: 7,
      vanityIdString: null,
      status: 'paid',
      customerId: 'cus_7',
    }),
  )
  api().add(
    'subscription',
    'sub_row',
    jsonResponse({ ...plainSubscription, id: 'sub_row', status: 'active', endDate: '2027-03-01T00:00:00.000Z' }),
  )
  expect((await find('inv_row')).hits).toMatchObject([
    { object: { name: '7', status: 'paid', amount: '12.5', customerId: 'cus_7', goneAt: null } },
  ])
  expect((await find('sub_row')).hits).toMatchObject([
    { object: { status: 'active', amount: null, date: '2027-03-01T00:00:00.000Z' } },
  ])
})

test('tries the usual spelling of an ID only when nothing has the ID itself', async () => {
  api().add('subscription', 'sub_spelled', jsonResponse({ ...plainSubscription, id: 'sub_spelled' }))
  for (const typed of ['sub-spelled', 'SUB_Spelled', 'SUB-SPELLED'])
    expect((await find(typed)).hits).toMatchObject([{ id: 'sub_spelled' }])
  const results = [{ id: 'txn_spelled', type: 'usage', createdAt: '2026-03-01T00:00:00Z' }]
  api().add('customer', 'ann@example.com', jsonResponse({ results, count: 1, pages: 1, currentPage: 1 }))
  expect((await find('Ann@EXAMPLE.com')).hits).toMatchObject([{ id: 'ann@example.com' }])
  const before = api().requests.length
  await find('sub_spelled')
  expect(api().requests).toHaveLength(before + 3)
  api().add('subscription', 'sub-spelled', jsonResponse({ ...plainSubscription, id: 'sub-spelled' }))
  expect((await find('sub-spelled')).hits).toMatchObject([{ id: 'sub-spelled' }])
})

test('does not send a sentence, even as an exact text', async () => {
  const before = api().requests.length
  const sentence = 'Hi, on 3 Mar I was charged twice for my plan'
  expect(await problemOf(find(sentence, true))).toMatchObject({ code: 'invalid_id' })
  expect(api().requests).toHaveLength(before)
})

test('requests an id with surrounding spaces once without them and once as typed', async () => {
  const before = api().requests.length
  const { active } = SCENARIO_IDS.invoice
  expect((await find(` ${active}\u00a0`)).hits).toMatchObject([
    { kind: 'invoice', id: active, label: 'Invoice 2042 · disputed' },
  ])
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
