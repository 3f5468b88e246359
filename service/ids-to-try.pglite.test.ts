import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeIds } from '@/scripts/start/first-run.mjs'
import { createApiKey } from './api-keys'
import { billingApp } from './app'
import { demoHighlights, demoLines } from './data/demo/demo-lines'
import { writeImportLine } from './data/import-line'
import { importLines } from './data/import-lines'
import { serve } from './serve'
import { openStore, type Store } from './store/open'
import { numberedLines } from '@/testing/service/import-test-lines'
import { newDataDir } from '@/testing/service/data-dirs'

const SEEDED = '2026-03-17T00:00:00.000Z'
const MONTHS_LATER = '2026-10-01T00:00:00.000Z'
const options = { merchantId: 'demo', customers: 14, transactions: 50, seed: 'demo', asOf: SEEDED }
const ids = demoHighlights(options).map(({ kind, id, shows }) => ({ kind, id, what: shows }))
const log = pino({ enabled: false })

let dataDir: string
let store: Store
let running: Awaited<ReturnType<typeof serve>>
let key: string
let now = SEEDED

beforeAll(async () => {
  dataDir = await newDataDir('billing-ids-')
  store = await openStore(log, { databaseUrl: undefined, dataDir, poolSize: 1 })
  await importLines({
    db: store.db,
    merchantId: 'demo',
    lines: numberedLines([...demoLines(options)].map(writeImportLine)),
    isDemo: true,
  })
  key = await createApiKey(store.db, { merchantId: 'demo', type: 'secret', now: SEEDED, keepsDemo: true })
  running = await serve(billingApp({ db: store.db, log, now: () => now }), { host: '127.0.0.1', port: 0 })
}, 120_000)
afterAll(async () => {
  await running.close()
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const wordsAt = async (instant: string) => {
  now = instant
  const described = await describeIds({ url: running.url, key, ids })
  expect(described.map(({ kind, id }) => ({ kind, id }))).toEqual(ids.map(({ kind, id }) => ({ kind, id })))
  return new Map(described.map(({ id, what }) => [id, what]))
}

test('the welcome says what each ID shows at the start, also months after the demo data was loaded', async () => {
  const atFirst = await wordsAt(SEEDED)
  expect(atFirst.get('sub_initech')).toBe('active, monthly, from 2025-09-29 to 2026-03-29')
  expect(atFirst.get('sub_umbra')).toBe('pending activation, monthly, from 2026-04-07')
  expect(atFirst.get('inv_globex_paid')).toBe('paid')

  const later = await wordsAt(MONTHS_LATER)
  expect(later.get('sub_initech')).toBe('ended, monthly, from 2025-09-29 to 2026-03-29')
  expect(later.get('sub_umbra')).toBe('active, monthly, from 2026-04-07')
  const [longest] = ids
  expect(later.get(longest?.id ?? '')).toMatch(/^\d+ ledger entries$/)
})

test('the welcome says what a change since then has made of a subscription', async () => {
  now = MONTHS_LATER
  const address = `${running.url}/external/subscriptions/sub_stark`
  expect((await fetch(address, { method: 'DELETE', headers: { 'x-api-key': key } })).ok).toBe(true)
  expect((await wordsAt(MONTHS_LATER)).get('sub_stark')).toMatch(/^deleted, annually, /)
})

test('the welcome leaves out what cannot be read', async () => {
  const gone = [{ kind: 'invoice', id: 'inv_gone', what: 'paid' }]
  expect(await describeIds({ url: running.url, key, ids: gone })).toEqual([])
  expect(await describeIds({ url: 'http://127.0.0.1:1', key, ids })).toEqual([])
})
