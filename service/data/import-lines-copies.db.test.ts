import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DOCUMENT_SAMPLES } from '@/testing/service/document-samples'
import { startDocumentService, type DocumentMerchant } from '@/testing/service/document-service'
import { at, canonical, exact, put, type Json, type JsonObject, type Path } from '@/testing/service/plain-json'
import { BadLine } from './line-reader'

/*
 * gaps.md, Nested objects: a plan, price or billable is stored once by its id. Copies of one id inside one object
 * complete each other; where they contradict each other the line is refused, naming both places. Between objects the
 * newer `updatedAt` counts, else the later line.
 */

vi.setConfig({ hookTimeout: 120_000 })

let service: Awaited<ReturnType<typeof startDocumentService>>
let merchant: DocumentMerchant
beforeAll(async () => {
  service = await startDocumentService()
})
beforeEach(async () => {
  merchant = await service.newMerchant()
})
afterAll(() => service.close())

const subscription = (n = '1') => DOCUMENT_SAMPLES.subscription(n, merchant.merchantId)
const load = (...objects: JsonObject[]) => merchant.load(objects.map((data) => ({ kind: 'subscription', data })))

async function stored(sent: JsonObject): Promise<unknown> {
  const { status, body } = await merchant.read('subscription', sent)
  return { status, body: canonical(body) }
}
const reads = (sent: JsonObject) => ({ status: 200, body: canonical(sent) })

const LISTED: Path = ['plan', 'prices', 0, 'price']
const OTHER: Path = ['plan', 'prices', 1, 'price']
const BASE: Path = ['plan', 'basePlanPrice']

type Fields = Record<string, Json | undefined>

/** Sets fields such as `billable.slug` below a path; `undefined` removes a field. */
function change(sample: JsonObject, path: Path, fields: Fields): JsonObject {
  for (const [name, value] of Object.entries(fields)) put(sample, [...path, ...name.split('.')], value)
  return sample
}

/** Returns a subscription whose first listed price is also its base price, with a change to each copy. */
function withCopies(ofListed: Fields, ofBase: Fields): JsonObject {
  const sample = put(subscription(), BASE, at(subscription(), LISTED))
  put(sample, ['plan', 'basePlanPriceId'], at(sample, [...LISTED, 'id']))
  return change(change(sample, LISTED, ofListed), BASE, ofBase)
}

describe('copies of one id inside one object', () => {
  test('are merged, with unknown fields and the billable', async () => {
    const sent = withCopies(
      { limit: undefined, rules: undefined, flag: 'a', 'billable.slug': undefined, 'billable.extra': null },
      { name: undefined, fee: exact('2.50'), billableId: undefined, 'billable.hidden': undefined },
    )
    await load(sent)
    const all = { flag: 'a', fee: exact('2.50'), 'billable.extra': null }
    const whole = withCopies(all, all)
    expect(await stored(whole)).toEqual(reads(whole))
  })

  test('are merged for a billable in two prices', async () => {
    const billable = { id: 'bil_1', name: 'Tokens', hidden: false, extra: [1] }
    const sent = change(subscription(), OTHER, { billableId: 'bil_1', billable })
    await load(change(sent, LISTED, { 'billable.name': undefined, 'billable.hidden': undefined }))
    const whole = put(subscription(), [...LISTED, 'billable', 'extra'], [1])
    change(whole, OTHER, { billableId: 'bil_1', billable: at(whole, [...LISTED, 'billable']) })
    expect(await stored(whole)).toEqual(reads(whole))
  })

  test.each<[string, Fields, Fields]>([
    ['a name', { name: 'One' }, { name: 'Another' }],
    ['a number', { limit: 1 }, { limit: exact('1.0000000000000000000001') }],
    ['a flag', { blockOverage: true }, { blockOverage: false }],
    ['rules', { rules: { price: 1 } }, { rules: { price: 2 } }],
    ['rules of a type', { rules: { price: 1 } }, { rules: { price: 1, flatFee: 0 } }],
    ['an unknown field', { colour: 'red' }, { colour: 'blue' }],
    ['an unknown list', { tags: ['a', 'b'] }, { tags: ['b', 'a'] }],
    ["its billable's slug", { 'billable.slug': 'a' }, { 'billable.slug': 'b' }],
    ['its billable', {}, { billableId: 'bil_b', billable: { id: 'bil_b' } }],
    ['its billable by id', { billable: undefined, billableId: 'bil_a' }, { billable: undefined, billableId: 'bil_b' }],
  ])('are refused with both places when they contradict each other in %s', async (_, listed, base) => {
    const refusal = await load(withCopies(listed, base)).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(BadLine)
    expect(refusal).toHaveProperty('message', expect.stringContaining('data.plan.prices[0].price'))
    expect(refusal).toHaveProperty('message', expect.stringContaining('data.plan.basePlanPrice'))
  })
})

const [EARLY, LATE] = ['2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.001Z']

/** Each object that two subscriptions share, and the paths where they must differ to share nothing else. */
const SHARED: [string, Path][] = [
  ['plan', ['plan']],
  ['price', LISTED],
  ['billable', [...LISTED, 'billable']],
]
const VERSIONS: [string, Json | undefined, Json | undefined, winner: 'first' | 'second'][] = [
  ['the first is newer', LATE, EARLY, 'first'],
  ['the second is newer', EARLY, LATE, 'second'],
  ['they are equally old', EARLY, EARLY, 'second'],
  ['neither says when', undefined, undefined, 'second'],
  ['the first says null', null, EARLY, 'second'],
  ['the second does not say', LATE, undefined, 'second'],
]
const IMPORTS: [string, (first: JsonObject, second: JsonObject) => Promise<unknown>][] = [
  ['in one import', (first, second) => load(first, second)],
  ['in two', (first, second) => load(first).then(() => load(second))],
]

describe('a shared object takes the newer version, else that of the later line', () => {
  const cases = SHARED.flatMap(([kind, path]) =>
    VERSIONS.flatMap(([when, ...versions]) =>
      IMPORTS.map(([how, run]) => ({ name: `${kind}: ${when}, ${how}`, path, versions, run })),
    ),
  )
  test.each(cases.map(({ name, ...rest }) => [name, rest] as const))(
    '%s',
    async (_, { path, versions: [early, late, winner], run }) => {
      const first = change(subscription('1'), path, { updatedAt: early, name: 'First', mine: 1 })
      const second = change(subscription('2'), path, { updatedAt: late, name: 'Second', description: undefined })
      const shared = at(first, [...path, 'id'])
      for (const sample of [first, second]) put(sample, [...path, 'id'], shared)
      for (const sample of [first, second]) nameBy(sample, path, shared)
      await run(first, second)

      const [kept, other] = winner === 'first' ? [first, second] : [second, first]
      expect(await stored(kept)).toEqual(reads(kept))
      const whole = put(other, path, at(kept, path))
      expect(await stored(whole)).toEqual(reads(whole))
    },
  )
})

/** Sets the field beside a shared object that names its id. */
function nameBy(sample: JsonObject, path: Path, id: Json): void {
  if (path.at(-1) === 'plan') put(sample, ['planId'], id)
  if (path.at(-1) === 'billable') put(sample, [...LISTED, 'billableId'], id)
}
