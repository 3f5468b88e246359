import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DOCUMENT_SAMPLES } from '@/testing/service/document-samples'
import { startDocumentService, type DocumentMerchant } from '@/testing/service/document-service'
import { at, canonical, put, type Json, type JsonObject, type Path } from '@/testing/service/plain-json'

/*
 * gaps.md, Nested objects: a plan, price or billable is stored once by its id. Between objects the newer `updatedAt`
 * counts, else the later line. Copies inside one object: read-import-line.test.ts.
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
type Fields = Record<string, Json | undefined>

/** Sets fields such as `billable.slug` below a path; `undefined` removes a field. */
function change(sample: JsonObject, path: Path, fields: Fields): JsonObject {
  for (const [name, value] of Object.entries(fields)) put(sample, [...path, ...name.split('.')], value)
  return sample
}

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
