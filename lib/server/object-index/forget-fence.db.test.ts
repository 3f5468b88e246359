import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the API is shared with the browser tests
import { plainEntries, startLedgerApi } from '@/testing/fake-billing-api/start-ledger-api'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { startSecondConsole } from '@/testing/console/start-second-console'
import { indexedLinks, openedObjects, seenObjects } from '../store/index-schema'
import { ledgerReads } from '../store/ledger-schema'
import { forgetAll, forgetInStore } from './forget-customer'

// Starting a process is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const LEDGER = { externalId: 'acme', page: 1, pageSize: 100, order: 'desc' }

const by = { name: 'admin', role: 'admin', action: 'forget', requestId: 'r', now: new Date() }

/** Starts a store, a billing API and another console process. This process forgets the customer. */
async function startConsoles() {
  const api = await startLedgerApi()
  const store = await openFreshConsoleStore()
  const settings = { ...store.settings, BILLING_API_BASE_URL: api.url, BILLING_API_KEY: api.key, CONSOLE_DEMO: '1' }
  const other = await startSecondConsole(settings)
  onTestFinished(async () => {
    await other.stop()
    await store.close()
    api.close()
  })
  return {
    api,
    other,
    forget: () => forgetInStore(store.db, by, 'acme'),
    forgetAll: () => forgetAll(store.db, by),
    /** Returns the number of rows of the customer. */
    rows: async () => ({
      ledgers: await store.db.$count(seenObjects),
      links: await store.db.$count(indexedLinks),
      reads: await store.db.$count(ledgerReads),
      opened: await store.db.$count(openedObjects),
    }),
  }
}

const NOTHING = { ledgers: 0, links: 0, reads: 0, opened: 0 }

describe('forgetting, while another console process reads', () => {
  test.each(['forget', 'forgetAll'] as const)(
    '%s drops a page that was requested before, and keeps one that was requested afterwards',
    async (how) => {
      const consoles = await startConsoles()
      const { api, other, rows } = consoles
      api.ledgers.set('acme', plainEntries(50))
      api.delayMs = 500
      const reading = other.run('listTransactions', LEDGER)
      await expect.poll(() => api.requested.length).toBe(1)
      await consoles[how]()
      await reading
      expect(await rows()).toEqual(NOTHING)
      // The other process knows within a second that the customer was forgotten.
      await wait(2_000)
      await other.run('listTransactions', LEDGER)
      expect(await rows()).toMatchObject({ ledgers: 1, links: 6 })
    },
  )

  test('ends a whole-ledger read, and drops the pages that a running export still reads', async () => {
    const { api, other, forget, rows } = await startConsoles()
    api.ledgers.set('acme', plainEntries(12_000))
    api.delayMs = 25
    const exporting = other.run('exportTransactions', { externalId: 'acme' })
    await other.run('readLedger', { externalId: 'acme' })
    await expect.poll(rows, { timeout: 20_000 }).toMatchObject({ ledgers: 1, reads: 1 })
    await expect.poll(async () => (await rows()).links, { timeout: 20_000 }).toBeGreaterThan(20)
    const pages = () => api.requested.length
    const pagesBefore = pages()
    await forget()
    expect(await rows()).toEqual(NOTHING)
    await exporting
    expect(await rows()).toEqual(NOTHING)
    // Only the export read all 120 pages: together with the whole-ledger read there would be 240.
    expect(pages()).toBeGreaterThan(pagesBefore + 10)
    expect(pages()).toBeLessThan(220)
    expect(api.requested.filter((page) => page === 120)).toHaveLength(1)
  })
})
