import { describe, expect, test, vi } from 'vitest'
import { DriftRegistry, emptyDriftRecord } from './drift-registry'
import { parsedResponse, receivedResponse } from '@/lib/billing-api/server/billing-response'
import { invoiceViewInPieces } from '@/lib/billing-api/server/tolerant/invoice-view'
import { subscriptionViewInPieces } from '@/lib/billing-api/server/tolerant/subscription-view'

const START = Date.parse('2027-02-10T12:00:00.000Z')
const after = (seconds: number) => new Date(START + seconds * 1_000).toISOString()

const responseOf = (text: string) =>
  parsedResponse(receivedResponse({ statusCode: 200, headers: {} }, { text }, { BILLING_API_AMOUNT_UNIT: 'major' }))

/** Each response is read a second after the previous one. */
function reader(most?: number) {
  let atMs = START - 1_000
  const registry = new DriftRegistry(emptyDriftRecord(), undefined, () => new Date(atMs), most)
  return {
    registry,
    entries: (kind?: string) => registry.list().entries.filter((entry) => kind === undefined || entry.kind === kind),
    subscription: async (id: string, fields: object | string) => {
      atMs += 1_000
      const text = typeof fields === 'string' ? fields : JSON.stringify({ id, ...fields })
      return registry.read(
        { resource: 'subscription', exampleId: id },
        await responseOf(text),
        subscriptionViewInPieces,
      )
    },
    invoice: async (id: string, fields: object) => {
      atMs += 1_000
      const text = JSON.stringify({ id, ...fields })
      return registry.read({ resource: 'invoice', exampleId: id }, await responseOf(text), invoiceViewInPieces)
    },
  }
}

test('lists each unknown value with its count, its first and its last occurrence', async () => {
  const { subscription, entries } = reader()
  for (const id of ['s1', 's2', 's3']) await subscription(id, { status: id === 's2' ? 'frozen' : 'paused' })
  expect(entries('unknownValue')).toEqual([
    {
      resource: 'subscription',
      field: 'status',
      kind: 'unknownValue',
      value: 'paused',
      count: 2,
      firstSeenAt: after(0),
      lastSeenAt: after(2),
      exampleId: 's3',
    },
    expect.objectContaining({ value: 'frozen', count: 1, exampleId: 's2' }),
  ])
})

test('lists missing, mistyped, unknown and repeated fields, without their values', async () => {
  const { subscription, entries } = reader()
  await subscription('s', '{"id":"s","startDate":17,"isTrial":true,"isTrial":false,"status":null,"tax":{"secret":1}}')
  const kinds = Object.fromEntries(entries().map(({ field, kind, value }) => [field, [kind, value]]))
  expect(kinds).toMatchObject({
    startDate: ['unreadable', null],
    isTrial: ['repeated', null],
    status: ['missing', null],
    tax: ['unknownField', null],
  })
})

test('counts a field once per occurrence whatever its list position, beyond the limit of a page', async () => {
  const { invoice, entries } = reader()
  const view = await invoice('i', {
    invoiceLineItems: Array.from({ length: 1_000 }, (_, at) => ({ id: `l${at}`, vat: 1 })),
  })
  expect(view.drift.items).toHaveLength(200)
  expect(entries('unknownField')).toMatchObject([{ field: 'invoiceLineItems[].vat', count: 1_000 }])
})

test('counts a null in a list once, not for each missing field', async () => {
  const { invoice, entries } = reader()
  await invoice('i', { invoiceLineItems: [null] })
  expect(entries().filter(({ field }) => field.startsWith('invoiceLineItems'))).toMatchObject([
    { field: 'invoiceLineItems[]', kind: 'missing', count: 1 },
  ])
})

test('lists a response that is not the expected object', async () => {
  const { subscription, entries } = reader()
  await expect(subscription('s', '[{"id":"s"}]')).rejects.toThrow('interface document')
  expect(entries()).toMatchObject([{ field: '', kind: 'unreadable', count: 1, exampleId: 's' }])
})

describe('DriftRegistry limits', () => {
  test('drops the rarest entry, of these the oldest, and reports how many it dropped', async () => {
    const { subscription, entries, registry } = reader(40)
    await subscription('often', { status: 'often' })
    await subscription('often', { status: 'often' })
    for (let at = 0; at < 100; at += 1) await subscription(`s${at}`, { status: `once ${at}` })
    const values = entries('unknownValue').map(({ value }) => value)
    expect(registry.list().entries).toHaveLength(40)
    expect(values).toContain('often')
    expect(values).toContain('once 99')
    expect(values).not.toContain('once 0')
    expect(registry.list().dropped).toBeGreaterThan(50)
  })

  test('takes at most 200 entries from one response, and drops few others', async () => {
    const { subscription, registry } = reader()
    await subscription('s', Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field ${at}`, at])))
    const { entries, dropped } = registry.list()
    expect(entries).toHaveLength(200)
    expect(dropped).toBeGreaterThan(4_800)
  })

  test('shortens names and values, and escapes bidi characters', async () => {
    const { subscription, entries } = reader()
    await subscription('s', { status: 'x'.repeat(100_000), ['\u202E'.repeat(100_000)]: 1, ['n'.repeat(100_000)]: 1 })
    expect(entries('unknownValue')).toMatchObject([{ value: expect.stringMatching(/^x{79}…$/) }])
    for (const { field } of entries('unknownField')) {
      expect(field.length).toBeLessThanOrEqual(200)
      expect(field).not.toContain('\u202E')
    }
  })
})

test('stops reading a long response when the client leaves', async () => {
  const registry = new DriftRegistry()
  const response = await responseOf('{}')
  const client = new AbortController()
  let [ms, pieces] = [0, 0]
  vi.spyOn(performance, 'now').mockImplementation(() => (ms += 30))
  function* endless() {
    for (pieces = 1; pieces < 50; pieces += 1) {
      if (pieces === 3) client.abort(new Error('left'))
      yield
    }
  }
  const read = registry.read({ resource: 'invoice', exampleId: 'i' }, response, endless, client.signal)
  await expect(read).rejects.toThrow('left')
  vi.restoreAllMocks()
  expect(pieces).toBe(3)
})
