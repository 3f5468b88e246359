import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stringifyExactJson } from '@/contract/exact-json'
import { volume } from '../../scripts/test/volume.mjs'
import { openFreshStore, type FreshStore } from '@/testing/service/fresh-store'
import { deviatingObjects } from '@/testing/service/arbitrary-deviations'
import { propertiesOf } from '@/testing/service/properties-of'
import { cancelSubscription } from '../operations/cancel-subscription'
import { demoLines } from './demo/demo-lines'
import { exportLines } from './export-lines'
import { writeImportLine } from './import-line'
import { importLines } from './import-lines'

const KINDS = ['subscription', 'invoice', 'transaction'] as const
const AS_OF = '2026-03-01T00:00:00.000Z'
let store: FreshStore
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(() => store.close())

async function exported(merchantId: string): Promise<string[]> {
  const lines: string[] = []
  await exportLines(store.db, merchantId, (line) => void lines.push(line))
  return lines
}

async function imported(merchantId: string, texts: readonly string[], { replace = false } = {}): Promise<void> {
  async function* numbered() {
    for (const [index, text] of texts.entries()) yield { number: index + 1, text, bytes: text.length }
  }
  await importLines({ db: store.db, merchantId, lines: numbered(), replace })
}

/** The same lines for another merchant: every line names its merchant. */
const forMerchant = (lines: readonly string[], from: string, to: string) =>
  lines.map((line) => line.replaceAll(`"merchantId":${JSON.stringify(from)}`, `"merchantId":${JSON.stringify(to)}`))

test('an export of demo data, imported elsewhere and exported again, is the same to the byte', async () => {
  const [one, other] = [await store.newMerchant(), await store.newMerchant()]
  const lines = [...demoLines({ merchantId: one, customers: 25, transactions: 2_500, seed: 'export', asOf: AS_OF })]
  await imported(one, lines.map(writeImportLine))
  await cancelSubscription({ db: store.db, merchantId: one, now: () => AS_OF }, { id: 'sub_acme' })
  const first = await exported(one)
  expect(first).toHaveLength(lines.length)
  expect(first.filter((line) => line.includes(`"changedAt":"${AS_OF}"`))).toHaveLength(1)
  await imported(other, forMerchant(first, one, other))
  expect(await exported(other)).toEqual(forMerchant(first, one, other))
  // What was cancelled stays so: an older import does not undo it.
  await imported(other, forMerchant(lines.map(writeImportLine), one, other))
  expect(await exported(other)).toEqual(forMerchant(first, one, other))
})

const comesBack = propertiesOf('Objects that are exported, imported and exported')

test('objects with odd and unknown fields are read again as they were exported', async () => {
  let objects = 0
  await comesBack(
    fc.asyncProperty(fc.constantFrom(...KINDS), fc.gen(), async (kind, gen) => {
      // A merchant each: otherwise each input would import and export all before it again.
      const merchantId = await store.newMerchant()
      objects += 1
      const data = gen(deviatingObjects, kind, merchantId, `${kind} ${objects}`)
      await imported(merchantId, [stringifyExactJson({ kind, data })])
      const first = await exported(merchantId)
      await imported(merchantId, first, { replace: true })
      expect(await exported(merchantId)).toEqual(first)
    }),
    { numRuns: volume({ test: 15, prove: 300 }) },
  )
})

test('a merchant without data has an empty export', async () => {
  expect(await exported(await store.newMerchant())).toEqual([])
})
