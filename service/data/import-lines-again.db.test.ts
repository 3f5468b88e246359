import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DOCUMENT_SAMPLES, type SampleKind } from '@/testing/service/document-samples'
import { startDocumentService, type DocumentMerchant, type PlainLine } from '@/testing/service/document-service'
import { numberedLines } from '@/testing/service/import-test-lines'
import { at, canonical, type Json, type JsonObject } from '@/testing/service/plain-json'
import { demoLines } from './demo/demo-lines'
import { writeImportLine } from './import-line'
import { importLines } from './import-lines'

/*
 * gaps.md, Importing what is there already: the newer `updatedAt` stays; cancel and delete set it to now, at least 1 ms
 * after the stored one; `--replace` forces.
 */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const NOW = '2026-03-10T12:00:00.000Z'
/** End of the billing period at NOW: the sample is monthly and started on 31 January. */
const PERIOD_END = '2026-03-31T00:00:00.000Z'
const EARLIER = '2026-02-01T00:00:00.000Z'
const LATER = '2026-03-10T12:00:00.001Z'
const AHEAD = '2031-01-01T00:00:00.000Z'

let service: Awaited<ReturnType<typeof startDocumentService>>
let merchant: DocumentMerchant
beforeAll(async () => {
  service = await startDocumentService(() => NOW)
})
beforeEach(async () => {
  merchant = await service.newMerchant()
})
afterAll(() => service.close())

/** Returns a sample line with changed fields; `undefined` removes a field. */
function lineOf(kind: SampleKind, fields: Record<string, Json | undefined> = {}, n = '1'): PlainLine {
  const all = { ...DOCUMENT_SAMPLES[kind](n, merchant.merchantId), ...fields }
  const data: JsonObject = {}
  for (const [name, value] of Object.entries(all)) if (value !== undefined) data[name] = value
  return { kind, data }
}
const subscription = (fields: Record<string, Json | undefined> = {}) =>
  lineOf('subscription', { endDate: null, updatedAt: EARLIER, ...fields })
const invoiceOf = (n: string, ...ids: string[]) =>
  lineOf('invoice', { updatedAt: EARLIER, invoiceLineItems: ids.map((id) => ({ id, amount: 1 })) }, n)
const UPCOMING = { status: 'pendingActivation', startDate: '2026-04-01T00:00:00.000Z' }

async function stored({ kind, data }: PlainLine): Promise<unknown> {
  const { status, body } = await merchant.read(kind, data)
  return { status, body: canonical(body) }
}
const reads = ({ data }: PlainLine) => ({ status: 200, body: canonical(data) })

async function cancel(): Promise<void> {
  expect(await merchant.ask('/external/subscriptions/sub_1/cancel', 'POST')).toMatchObject({ status: 200 })
}
async function remove(): Promise<void> {
  expect(await merchant.ask('/external/subscriptions/sub_1', 'DELETE')).toMatchObject({ status: 204 })
}

describe('a repeated import', () => {
  test('keeps a cancelled subscription cancelled, with its updatedAt', async () => {
    await merchant.load([subscription()])
    await cancel()
    const cancelled = subscription({ endDate: PERIOD_END, updatedAt: NOW })
    expect(await stored(cancelled)).toEqual(reads(cancelled))
    const { kept } = Object(await merchant.load([subscription()]))
    expect(await stored(cancelled)).toEqual(reads(cancelled))
    expect(kept).toMatchObject({ subscription: { count: 1, firstIds: ['sub_1'] } })
  })

  test('keeps a deleted subscription deleted', async () => {
    await merchant.load([subscription(UPCOMING)])
    await remove()
    await merchant.load([subscription(UPCOMING)])
    const deleted = subscription({ ...UPCOMING, status: 'deleted', updatedAt: NOW })
    expect(await stored(deleted)).toEqual(reads(deleted))
  })

  test('keeps a cancel when the file is dated ahead of the clock', async () => {
    await merchant.load([subscription({ updatedAt: AHEAD })])
    await cancel()
    await merchant.load([subscription({ updatedAt: AHEAD })])
    const cancelled = subscription({ endDate: PERIOD_END, updatedAt: AHEAD.replace('.000Z', '.001Z') })
    expect(await stored(cancelled)).toEqual(reads(cancelled))
  })

  test.each([
    ['absent', undefined],
    ['null', null],
  ])('keeps a cancel when updatedAt of the line is %s', async (_, updatedAt) => {
    await merchant.load([subscription({ updatedAt })])
    await cancel()
    await merchant.load([subscription({ updatedAt })])
    const cancelled = subscription({ endDate: PERIOD_END, updatedAt: NOW })
    expect(await stored(cancelled)).toEqual(reads(cancelled))
  })

  test('keeps a dated object when the new line has no updatedAt', async () => {
    await merchant.load([subscription(UPCOMING)])
    await cancel()
    await merchant.load([subscription({ ...UPCOMING, updatedAt: undefined, isTrial: true })])
    const deleted = subscription({ ...UPCOMING, status: 'deleted', updatedAt: NOW })
    expect(await stored(deleted)).toEqual(reads(deleted))
  })

  test('keeps a cancel and the later delete', async () => {
    const ended = { endDate: '2026-03-01T00:00:00.000Z' }
    await merchant.load([subscription(ended)])
    await remove()
    await merchant.load([subscription(ended), subscription(ended)])
    const deleted = subscription({ ...ended, status: 'deleted', updatedAt: NOW })
    expect(await stored(deleted)).toEqual(reads(deleted))
  })

  test.each([
    ['cancelled', { endDate: '2026-03-11T00:00:00.000Z' }, cancel],
    ['deleted', { status: 'deleted' }, remove],
  ])('keeps a subscription that was %s before a change here that had no effect', async (_, fields, write) => {
    const before = subscription(fields)
    await merchant.load([before])
    await write()
    expect(await stored(before)).toEqual(reads(before))
    for (const updatedAt of [EARLIER, undefined]) {
      await merchant.load([subscription({ updatedAt })])
      expect(await stored(before)).toEqual(reads(before))
    }
    // The refused line did not change updatedAt.
    const newer = subscription({ updatedAt: EARLIER.replace('.000Z', '.001Z') })
    await merchant.load([newer])
    expect(await stored(newer)).toEqual(reads(newer))
  })
})

describe('an imported object replaces the stored one', () => {
  test('when it is newer than the cancel', async () => {
    await merchant.load([subscription()])
    await cancel()
    const newer = subscription({ updatedAt: LATER, isTrial: true })
    await merchant.load([newer])
    expect(await stored(newer)).toEqual(reads(newer))
  })

  test('with --replace, whatever its age and whatever was cancelled', async () => {
    await merchant.load([subscription()])
    await cancel()
    for (const updatedAt of [EARLIER, undefined]) {
      const given = subscription({ updatedAt })
      await merchant.load([given], { replace: true })
      expect(await stored(given)).toEqual(reads(given))
    }
  })

  test.each([
    ['has the same updatedAt', EARLIER, EARLIER],
    ['has no updatedAt', EARLIER, undefined],
    ['has the only updatedAt', undefined, EARLIER],
    ['and the stored one have no updatedAt', null, undefined],
  ])('when nothing was changed here and it %s', async (_, before, after) => {
    await merchant.load([subscription({ updatedAt: before })])
    const given = subscription({ updatedAt: after, customerId: 'cus_other' })
    await merchant.load([given])
    expect(await stored(given)).toEqual(reads(given))
  })
})

const thirtyInvoices = (updatedAt: string) =>
  Array.from({ length: 30 }, (_, index) => lineOf('invoice', { updatedAt }, String(index)))

describe('an older line does not replace a stored', () => {
  test('object; the report names the first ids and counts all', async () => {
    await merchant.load(thirtyInvoices(LATER))
    const { kept, stored: written } = Object(await merchant.load(thirtyInvoices(EARLIER)))
    expect(kept).toMatchObject({ invoice: { count: 30 } })
    const named: unknown = at(kept, ['invoice', 'firstIds'])
    expect(named).toSatisfy((ids: unknown[]) => ids.length > 0 && ids.length < 30)
    expect(named).toContain('inv_0')
    expect(written).toMatchObject({ invoice: 0 })
  })
})

describe('a line item that another invoice has', () => {
  const shared = { id: 'line_shared', amount: 7, note: 'kept' }
  const own = { id: 'line_own', amount: 1 }
  const first = () => lineOf('invoice', { updatedAt: EARLIER, invoiceLineItems: [own, shared] }, 'first')
  const second = () => lineOf('invoice', { updatedAt: EARLIER, invoiceLineItems: [shared] }, 'second')

  test.each([
    ['stored', async () => merchant.load([first()]).then(() => merchant.load([second()]))],
    ['in the same file', async () => merchant.load([first(), second()])],
  ])('is refused with both invoices: %s', async (_, load) => {
    const refusal: unknown = await load().catch((error: unknown) => error)
    expect(refusal).toMatchObject({ field: 'data.invoiceLineItems[0].id' })
    expect(refusal).toHaveProperty('message', expect.stringContaining('inv_first'))
    expect(refusal).toHaveProperty('message', expect.stringContaining('inv_second'))
    expect(await merchant.read('invoice', second().data)).toMatchObject({ status: 404 })
  })

  test('moves with --replace', async () => {
    await merchant.load([first()])
    await merchant.load([second()], { replace: true })
    expect(await stored(second())).toEqual(reads(second()))
    const left = lineOf('invoice', { updatedAt: EARLIER, invoiceLineItems: [own] }, 'first')
    expect(await stored(left)).toEqual(reads(left))
  })
})

describe('lines with the same id in one batch', () => {
  test('are imported as if one by one: a newer line, then one without a date', async () => {
    await merchant.load([subscription()])
    await cancel()
    const undated = subscription({ updatedAt: undefined, note: 'undated' })
    const { kept } = Object(await merchant.load([subscription({ updatedAt: AHEAD, note: 'newer' }), undated]))
    expect(await stored(undated)).toEqual(reads(undated))
    expect(kept).toMatchObject({ subscription: { count: 0 } })
  })

  test('give a line item to the last invoice that has it', async () => {
    const last = invoiceOf('first', 'line_shared', 'line_more')
    await merchant.load([invoiceOf('first', 'line_shared'), invoiceOf('second', 'line_shared'), last], {
      replace: true,
    })
    expect(await stored(last)).toEqual(reads(last))
    const left = invoiceOf('second')
    expect(await stored(left)).toEqual(reads(left))
  })
})

const demo = (asOf: string) => [
  ...demoLines({ merchantId: merchant.merchantId, customers: 12, transactions: 40, seed: 'demo', asOf }),
]

const seed = (asOf: string) =>
  importLines({
    db: service.store.db,
    merchantId: merchant.merchantId,
    lines: numberedLines(demo(asOf).map(writeImportLine)),
    isDemo: true,
  })

test.each([
  ['on the same day', NOW],
  ['a year later, when all its dates are newer', '2027-03-10T12:00:00.000Z'],
])('seeding again takes no cancel back: %s', async (_, again) => {
  const ids = demo(NOW).flatMap(({ kind, data }) => (kind === 'subscription' ? [data.id] : []))
  const read = () => Promise.all(ids.map((id) => merchant.ask(`/external/subscriptions/${id}/expanded`)))
  await seed(NOW)
  const before = await read()
  for (const id of ids) {
    await merchant.ask(`/external/subscriptions/${id}/cancel`, 'POST')
    await merchant.ask(`/external/subscriptions/${id}`, 'DELETE')
  }
  const after = await read()
  expect(after).not.toEqual(before)
  await seed(again)
  const changed = (responses: typeof after) =>
    responses.map(({ body }) => {
      const { status, endDate } = Object(body)
      return { status, endDate }
    })
  expect(changed(await read())).toEqual(changed(after))
})
