import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IndexedList, ListedInvoice } from '@/lib/objects/indexed-objects'
import type { OpenDatabase } from '@/database/open-database'
import { tally } from '@/scripts/test/volume.mjs'
import { generatedInvoice } from '@/testing/console/generated-invoices'
import { KillableRunner } from '@/testing/console/killable-runner'
import { PLANTS } from '@/testing/console/planted-errors'
import { testContext } from '@/testing/console/test-context'
import { withEnvironment } from '@/testing/console/with-environment'
// oxlint-disable-next-line no-restricted-imports -- the fake billing API is shared with the browser tests
import { jsonResponse } from '@/testing/fake-billing-api/response'
// oxlint-disable-next-line no-restricted-imports -- as above
import { type FakeBillingApi, startFakeBillingApi } from '@/testing/fake-billing-api/start-fake-billing-api'
import { type BreakableDatabase, startBreakableDatabase } from '@/testing/service/breakable-database'
import { testDatabaseUrl } from '@/testing/service/fresh-store'
import { emptyIndexMemory, ObjectIndex } from '@/lib/objects/server/object-index'
import { forgetAllWrite } from '@/lib/objects/server/forget-customer'
import { writeRecorded } from '@/lib/store/append-entry'
import { runOperation } from '@/lib/run-operation'
import { parseSettings } from '@/lib/core/server/settings'
import { sourceOf } from '@/lib/core/server/source'
import { openConsoleStore } from '@/lib/store/console-store'

/*
 * Two console processes on one store read a list again while processes are killed in the middle. Every row is read, and the list has the
 * verdicts of an undisturbed run.
 */

const OBJECTS = 5_000
const PER_SECOND = 50
/** Invoices of one subscription, two of which charge for the same time. */
const OF_SUBSCRIPTION = 4

let api: FakeBillingApi
let database: BreakableDatabase
let store: OpenDatabase
let consoles: KillableRunner[]
let context: ReturnType<typeof testContext>
const ids = Array.from({ length: OBJECTS }, (_, nth) => `inv-${nth}-listed`)

withEnvironment({ LOG_LEVEL: 'silent' })
describe.runIf(testDatabaseUrl() !== undefined)('a read of a long list by two consoles', () => {
  beforeAll(async () => {
    api = await startFakeBillingApi()
    addInvoices()
    database = await startBreakableDatabase({ name: 'console' })
    store = await openConsoleStore({ ...database.settings, databaseUrl: database.settings.databaseUrl })
    globalThis.consoleStoreOpening = Promise.resolve(store)
    const settings = {
      BILLING_API_BASE_URL: api.url,
      BILLING_API_KEY: api.key,
      CONSOLE_READS_PER_SECOND: String(PER_SECOND),
    }
    consoles = [1, 2].map(() => new KillableRunner({ ...database.environment, ...settings }))
    const base = testContext('admin')
    const index = new ObjectIndex(sourceOf(parseSettings(settings)), emptyIndexMemory())
    context = { ...base, environment: { ...base.environment, index } }
  }, 120_000)
  afterAll(async () => {
    await Promise.all(consoles.map((each) => each.stop()))
    globalThis.consoleStoreOpening = undefined
    await store.close()
    await database.close()
    await api.close()
  })

  test('gives the same verdicts when its processes are killed twice', { timeout: 900_000 }, async () => {
    const undisturbed = await readAll(() => Promise.resolve())
    const kills: number[] = []
    const disturbed = await readAll(async (read) => {
      const nth = kills.length
      if (nth >= 2 || read < ((nth + 1) * OBJECTS) / 3) return
      kills.push(read)
      await Promise.all(consoles.map((each) => each.kill()))
    })
    expect(kills, 'both kills were in the middle').toHaveLength(2)
    expect(kills.every((read) => read < OBJECTS)).toBe(true)
    expect(disturbed.rows).toEqual(undisturbed.rows)
    expect(undisturbed.rows).toHaveLength(OBJECTS)
    expect(undisturbed.rows.filter(({ verdict }) => verdict === 'look').length).toBeGreaterThan(OBJECTS / 5)
    expect(undisturbed.perSecond, 'objects a second').toBeLessThanOrEqual(PER_SECOND)
    tally('objects of a run that was killed twice', OBJECTS)
  })
})

/** Generated invoices, half of them with an error, and some that charge for what another charges. */
function addInvoices(): void {
  const plants = Object.values(PLANTS)
  for (const [nth, id] of ids.entries()) {
    const generated = generatedInvoice(47_000 + Math.floor(nth / OF_SUBSCRIPTION))
    const planted = nth % 2 === 0 ? plants[(nth / 2) % plants.length]?.(generated) : null
    const { head, lines, subscription } = planted?.invoice ?? generated
    const subscriptionId = `sub-${nth % 3 === 0 ? nth : Math.floor(nth / OF_SUBSCRIPTION)}-of-${nth % 3 === 0}`
    api.add('invoice', id, jsonResponse({ ...head, id, subscriptionId, invoiceLineItems: lines }))
    api.add('subscription', subscriptionId, jsonResponse({ ...subscription, id: subscriptionId }))
  }
}

/** Reads the list to its end. @returns its rows without times, and how many were read in a second */
async function readAll(during: (read: number) => Promise<void>) {
  // Nothing that an earlier run left helps this one.
  const by = { name: 'test', role: 'admin', action: 'forgetCustomer', requestId: 'test', now: new Date() }
  await writeRecorded(store.db, by, forgetAllWrite())
  await wait(2_000)
  const { run } = await runOperation('readThese', context, { kind: 'invoice', ids })
  const requestsBefore = api.requests.length
  const startedMs = performance.now()
  const progressOf = () => runOperation('getRead', context, { readId: run.id })
  let progress = await progressOf()
  while (progress.run.state === 'running') {
    await during(progress.run.counts.read)
    await wait(200)
    progress = await progressOf()
  }
  expect(progress).toMatchObject({ run: { state: 'done', total: OBJECTS, counts: { read: OBJECTS } }, unread: [] })
  const seconds = (performance.now() - startedMs) / 1_000
  const reads = api.requests.slice(requestsBefore).filter(({ url }) => url.includes('/invoices/'))
  expect(new Set(reads.map(({ url }) => url)).size, 'every object reached the API').toBe(OBJECTS)
  const rows: Pick<ListedInvoice, 'id' | 'verdict' | 'total'>[] = []
  let after: string | undefined
  do {
    const page: IndexedList<ListedInvoice> = await runOperation('listInvoices', context, {
      run: run.id,
      sort: 'seen',
      pageSize: 100,
      after,
    })
    rows.push(...page.rows.map(({ id, verdict, total }) => ({ id, verdict, total })))
    after = page.next ?? undefined
  } while (after !== undefined)
  return { rows: rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)), perSecond: OBJECTS / seconds }
}
