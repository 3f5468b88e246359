import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckedObject, CheckResults } from '@/contract/console/checks'
import type { OpenDatabase } from '@/database/open-database'
import { tally, volume } from '@/scripts/test/volume.mjs'
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
import { emptyIndexMemory, ObjectIndex } from '../object-index/object-index'
import { forgetAll } from '../object-index/forget-customer'
import { runOperation } from '../run-operation'
import { parseSettings } from '../settings'
import { sourceOf } from '../source'
import { openConsoleStore } from '../store/console-store'

/*
 * Two console processes on one store check a list while processes are killed in the middle. The verdicts and the file are those of an
 * undisturbed check of the same list.
 */

const OBJECTS = volume({ test: 0, prove: 5_000 })
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
describe.runIf(OBJECTS > 0 && testDatabaseUrl() !== undefined)('a check of a long list by two consoles', () => {
  beforeAll(async () => {
    api = await startFakeBillingApi()
    addInvoices()
    database = await startBreakableDatabase({ name: 'console' })
    store = await openConsoleStore({ ...database.settings, databaseUrl: database.settings.databaseUrl })
    globalThis.consoleStoreOpening = Promise.resolve(store)
    const settings = {
      BILLING_API_BASE_URL: api.url,
      BILLING_API_KEY: api.key,
      CONSOLE_CHECKS_PER_SECOND: String(PER_SECOND),
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
    const undisturbed = await checkAll(() => Promise.resolve())
    const kills: number[] = []
    const disturbed = await checkAll(async (checked) => {
      const nth = kills.length
      if (nth >= 2 || checked < ((nth + 1) * OBJECTS) / 3) return
      kills.push(checked)
      await Promise.all(consoles.map((each) => each.kill()))
    })
    expect(kills, 'both kills were in the middle').toHaveLength(2)
    expect(kills.every((checked) => checked < OBJECTS)).toBe(true)
    expect(disturbed.rows).toEqual(undisturbed.rows)
    expect(disturbed.file).toEqual(undisturbed.file)
    expect(undisturbed.rows).toHaveLength(OBJECTS)
    expect(undisturbed.rows.filter(({ verdict }) => verdict === 'look').length).toBeGreaterThan(OBJECTS / 5)
    expect(undisturbed.perSecond, 'objects a second').toBeLessThanOrEqual(PER_SECOND)
    tally('objects of a check that was killed twice', OBJECTS)
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
    api.add('subscription', subscriptionId, jsonResponse({ id: subscriptionId, currency: 'USD', ...subscription }))
  }
}

/** Checks the list to its end. @returns its objects without times, its file, and how many were read in a second */
async function checkAll(during: (checked: number) => Promise<void>) {
  // Nothing that an earlier check left helps this one.
  await forgetAll(store.db, {
    name: 'test',
    role: 'admin',
    action: 'forgetCustomer',
    requestId: 'test',
    now: new Date(),
  })
  await wait(2_000)
  const { check } = await runOperation('startCheck', context, { kind: 'invoice', ids })
  const requestsBefore = api.requests.length
  const startedMs = performance.now()
  for (;;) {
    const progress = await runOperation('getCheck', context, { checkId: check.id })
    if (progress.check.state === 'done') break
    await during(progress.check.checked)
    await wait(200)
  }
  const seconds = (performance.now() - startedMs) / 1_000
  const reads = api.requests.slice(requestsBefore).filter(({ url }) => url.includes('/invoices/'))
  expect(new Set(reads.map(({ url }) => url)).size, 'every object reached the API').toBe(OBJECTS)
  const rows: CheckedObject[] = []
  for (let after: string | undefined = '0'; after !== undefined;) {
    const page: CheckResults = await runOperation('getCheck', context, { checkId: check.id, pageSize: 100, after })
    rows.push(...page.rows.map((row) => ({ ...row, asOf: null })))
    after = page.next ?? undefined
  }
  const { bytes } = await runOperation('exportCheck', context, { checkId: check.id })
  const pieces: Uint8Array[] = []
  for await (const piece of { [Symbol.asyncIterator]: () => bytes }) pieces.push(piece)
  const file = Buffer.concat(pieces)
    .toString()
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z,\d{4}-\d\d-\d\d\r/g, 'checked\r')
  return { rows, file, perSecond: OBJECTS / seconds }
}
