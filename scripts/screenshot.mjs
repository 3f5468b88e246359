// Makes the README's picture: the longest ledger of the demo data, on a console of its own that is gone afterwards.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { ROOT } from './root.mjs'
import { runConsole } from './run-console.mjs'
import { stopSignal } from './stop-signal.mjs'

const PICTURE = join(ROOT, 'docs', 'screenshots', 'console.png')
const ANY_PORT = { port: 0, explicit: true }

const options = { log: console.log, signal: stopSignal() }
await ensureInstalled(options)
await ensureBuilt(options)
const executablePath = await ensureChromium(options)
const { chromium } = await import('@playwright/test')

const dataDir = mkdtempSync(join(tmpdir(), 'billing-console-screenshot-'))
const running = await runConsole(
  {
    consolePort: ANY_PORT,
    servicePort: ANY_PORT,
    dataDir,
    merchant: 'demo',
    databaseUrl: null,
    billingApi: null,
  },
  options,
)
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
try {
  const customer = running.billingApi.ids.find(({ kind }) => kind === 'customer')
  if (!customer) throw new Error('The demo data names no customer.')
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-US', timezoneId: 'UTC' })
  await page.goto(`${running.url}/customers/${encodeURIComponent(customer.id)}/transactions`)
  await page.getByRole('table', { name: 'Transactions' }).waitFor()
  await page.screenshot({ path: PICTURE })
  console.log(`Saved ${PICTURE}`)
} finally {
  await browser.close()
  await running.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
