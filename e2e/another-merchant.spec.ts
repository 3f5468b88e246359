import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { runConsole } from '../scripts/start/run-console.mjs'
import { addAdmin } from './fixtures/console-command'
import { hydrated } from './fixtures/hydrated'
import { copyDemoData, ownService } from './fixtures/seeded-data'
import { ADMIN, signIn } from './fixtures/sign-in'
import { test } from './fixtures/worker-test'

const FIND = 'Find a subscription, invoice or customer'
const LISTS = ['subscriptions', 'invoices', 'customers']
const dataDirs: string[] = []
test.afterEach(async () => {
  for (const dataDir of dataDirs.splice(0))
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** Runs the console for a merchant of our service, on the embedded databases, until `use` ends. */
async function withMerchant<Result>(
  { dataDir, merchant, port }: { dataDir: string; merchant: string; port: number },
  use: (running: Awaited<ReturnType<typeof runConsole>>) => Promise<Result>,
): Promise<Result> {
  const settings = { ...ownService(dataDir), merchant, consolePort: { port, explicit: true } }
  const running = await runConsole(settings, { env: { CONSOLE_DATABASE_URL: '' }, log: () => undefined })
  try {
    return await use(running)
  } finally {
    await running.stop()
  }
}

/** Opens a subscription, an invoice and a ledger of the demo data. @returns their IDs, and the port of the console */
async function openDemo(page: Page, dataDir: string) {
  return withMerchant({ dataDir, merchant: 'demo', port: 0 }, async ({ url, billingApi: { ids } }) => {
    const idOf = (wanted: string) => ids.find(({ kind }) => kind === wanted)?.id ?? ''
    const [subscription, invoice, customer] = [idOf('subscription'), idOf('invoice'), idOf('customer')]
    for (const path of [`subscriptions/${subscription}`, `invoices/${invoice}`, `customers/${customer}/transactions`]) {
      await page.goto(`${url}/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    // The index is written in the background.
    for (const list of LISTS)
      await expect(async () => {
        await page.goto(`${url}/${list}`)
        await expect(page.getByRole('cell').first()).toBeVisible({ timeout: 1_000 })
      }).toPass()
    return { ids: [subscription, invoice, customer], port: Number(new URL(url).port) }
  })
}

async function expectNothingSeen(page: Page, consoleUrl: string, ids: string[]): Promise<void> {
  for (const list of LISTS) {
    await page.goto(`${consoleUrl}/${list}`)
    await expect(page.getByText('Nothing opened yet')).toBeVisible()
  }
  const box = page.getByRole('combobox', { name: FIND })
  for (const id of ids) {
    // Of this text: an earlier one may still be answered, and is then cut off.
    const suggested = page.waitForResponse(
      (response) => response.url().endsWith('/api/find/suggestions') && response.request().postDataJSON().text === id,
    )
    await box.fill(id)
    expect(await (await suggested).json()).toEqual({ suggestions: [] })
    await expect(page.getByRole('option')).toHaveCount(0)
    // Neither under its name nor as a similar one.
    for (const text of [id, `${id}x`]) {
      await box.fill(text)
      await box.press('Enter')
      const rows = page.getByRole('table', { name: 'In this ticket' }).getByRole('row')
      await expect(rows.filter({ hasText: text })).toHaveText([/Not found/])
      await expect(rows).toHaveCount(2)
      await page.goto(`${consoleUrl}/customers`)
    }
  }
}

test(
  'a console that changes from merchant "demo" to "acme" shows nothing of demo',
  { tag: PROVE_ONLY },
  async ({ page }) => {
    // Each ID is searched for twice, on a page of its own.
    test.slow()
    const dataDir = await mkdtemp(join(tmpdir(), 'billing-console-merchants-'))
    dataDirs.push(dataDir)
    await copyDemoData(dataDir)
    hydrated(page)
    const { ids, port } = await openDemo(page, dataDir)
    await addAdmin({ dataDir })
    // On the same port, so that the browser still has what it opened.
    await withMerchant({ dataDir, merchant: 'acme', port }, async ({ url }) => {
      await signIn(url, ADMIN)
      await expectNothingSeen(page, url, ids)
    })
  },
)
