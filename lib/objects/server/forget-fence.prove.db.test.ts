import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the API is shared with the browser tests
import { plainEntries, startLedgerApi } from '@/testing/fake-billing-api/start-ledger-api'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { startSecondConsole } from '@/testing/console/start-second-console'
import { indexedLinks, openedObjects, seenObjects } from '@/lib/store/index-schema'
import { ledgerReads } from '@/lib/store/ledger-schema'
import { forgetAllWrite, forgetWrite } from './forget-customer'
import { writeRecorded } from '@/lib/store/append-entry'

// Starting a process is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const LEDGER = { externalId: 'acme', page: 1, pageSize: 100, order: 'desc' }

const by = { name: 'admin', role: 'admin', action: 'forget', requestId: 'r', now: new Date() }

const NOTHING = { ledgers: 0, links: 0, reads: 0, opened: 0 }

let api: Awaited<ReturnType<typeof startLedgerApi>>
let store: Awaited<ReturnType<typeof openFreshConsoleStore>>
/** Another console process. This one forgets the customer. */
let other: Awaited<ReturnType<typeof startSecondConsole>>
beforeAll(async () => {
  api = await startLedgerApi()
  store = await openFreshConsoleStore()
  const settings = { ...store.settings, BILLING_API_BASE_URL: api.url, BILLING_API_KEY: api.key, CONSOLE_DEMO: '1' }
  other = await startSecondConsole(settings)
})
afterAll(async () => {
  await other.stop()
  await store.close()
  api.close()
})

const forget = {
  forget: () => writeRecorded(store.db, by, forgetWrite('acme')),
  forgetAll: () => writeRecorded(store.db, by, forgetAllWrite()),
}

/** Returns the number of rows of the customer. */
const rows = async () => ({
  ledgers: await store.db.$count(seenObjects),
  links: await store.db.$count(indexedLinks),
  reads: await store.db.$count(ledgerReads),
  opened: await store.db.$count(openedObjects),
})

describe('forgetting, while another console process reads', () => {
  test('ends a whole-ledger read, and drops the pages that a running export still reads', async () => {
    api.ledgers.set('acme', plainEntries(12_000))
    // The read must not end before it learns of the forgetting, however slow this machine is.
    api.delayMs = 50
    api.meet = () => {
      if (api.requested.length > 80) api.delayMs = 1_000
      return undefined
    }
    const exporting = other.run('exportTransactions', { externalId: 'acme' })
    await other.run('readLedger', { externalId: 'acme' })
    await expect.poll(rows, { timeout: 20_000 }).toMatchObject({ ledgers: 1, reads: 1 })
    await expect.poll(async () => (await rows()).links, { timeout: 20_000 }).toBeGreaterThan(20)
    const pages = () => api.requested.length
    const pagesBefore = pages()
    await forget.forget()
    expect(await rows()).toEqual(NOTHING)
    // The other process knows within a second that the customer was forgotten.
    await wait(1_500)
    api.meet = () => undefined
    api.delayMs = 0
    await exporting
    expect(await rows()).toEqual(NOTHING)
    // Only the export read all 120 pages: together with the whole-ledger read there would be 240.
    expect(pages()).toBeGreaterThan(pagesBefore + 10)
    expect(pages()).toBeLessThan(220)
    expect(api.requested.filter((page) => page === 120)).toHaveLength(1)
  })

  test.each(['forget', 'forgetAll'] as const)(
    '%s drops a page that was requested before, and keeps one that was requested afterwards',
    async (how) => {
      api.ledgers.set('acme', plainEntries(50))
      api.delayMs = 500
      const requestedBefore = api.requested.length
      const reading = other.run('listTransactions', LEDGER)
      await expect.poll(() => api.requested.length).toBe(requestedBefore + 1)
      await forget[how]()
      await reading
      expect(await rows()).toEqual(NOTHING)
      // The other process knows within a second that the customer was forgotten.
      await wait(1_500)
      await other.run('listTransactions', LEDGER)
      expect(await rows()).toMatchObject({ ledgers: 1, links: 6 })
    },
  )
})
