// Pictures of every page, light, dark, on a phone and on paper, from a console of its own that is gone afterwards.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { askFor, CHROMIUM, installMissing } from './machine.mjs'
import { pagesToPicture } from './pages-to-picture.mjs'
import { ROOT } from './root.mjs'
import { runConsole } from './run-console.mjs'
import { stopSignal } from './stop-signal.mjs'
import { failWith } from './user-error.mjs'

/**
 * @import { Page } from '@playwright/test'
 * @import { PageToPicture } from './pages-to-picture.mjs'
 */

const FOLDER = join(ROOT, 'screenshots')
const README_PICTURE = join(ROOT, 'docs', 'screenshots', 'console.png')
const ANY_PORT = { port: 0, explicit: true }
const SAME_EVERYWHERE = { locale: 'en-US', timezoneId: 'UTC', reducedMotion: /** @type {const} */ ('reduce') }

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }
/** A4 at 96 pixels an inch, less margins of 1 cm. */
const paper = { width: 718, height: 1047 }
const looks = /** @type {const} */ ([
  { name: 'light', viewport: desktop, colorScheme: 'light', media: 'screen' },
  { name: 'dark', viewport: desktop, colorScheme: 'dark', media: 'screen' },
  { name: 'phone', viewport: phone, colorScheme: 'light', media: 'screen' },
  { name: 'print', viewport: paper, colorScheme: 'light', media: 'print' },
])

const forReadme = process.argv[2] === '--readme'
const options = { log: console.log, signal: stopSignal() }
await ensureInstalled(options)
await installMissing([CHROMIUM], options)
const executablePath = findChromium() ?? failWith(askFor([CHROMIUM]))
await ensureBuilt(options)
const { chromium } = await import('@playwright/test')

const dataDir = mkdtempSync(join(tmpdir(), 'billing-console-screenshots-'))
const ownService = { servicePort: ANY_PORT, dataDir, merchant: 'demo', databaseUrl: null, billingApi: null }
const running = await runConsole({ consolePort: ANY_PORT, ...ownService }, options)
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
try {
  const pages = pagesToPicture(running.billingApi.ids)
  if (forReadme) await pictureForReadme(pages)
  else await pictureAll(pages)
} finally {
  await browser.close()
  await running.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** @param {PageToPicture[]} pages */
async function pictureAll(pages) {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  for (const look of looks) {
    const context = await browser.newContext({ baseURL: running.url, ...SAME_EVERYWHERE, ...look })
    for (const { name, path, open } of pages) {
      const page = await context.newPage()
      await page.goto(path, { waitUntil: 'networkidle' })
      await open?.(page)
      await page.emulateMedia({ media: look.media })
      // What opens on top of a page is seen where it opens; else the window is as tall as the page, as what sticks to
      // its edges would stand in the middle of a picture that scrolls.
      if (!open) await page.setViewportSize({ ...look.viewport, height: await heightOf(page, look.viewport.height) })
      await page.screenshot({ path: join(FOLDER, `${name}.${look.name}.png`) })
      await page.close()
    }
    await context.close()
  }
  console.log(`Saved ${pages.length * looks.length} pictures in ${FOLDER}`)
}

/**
 * @param {Page} page
 * @param {number} minPx
 */
async function heightOf(page, minPx) {
  return Math.max(minPx, await page.evaluate(() => document.documentElement.scrollHeight))
}

/** The longest ledger of the demo data. @param {PageToPicture[]} pages */
async function pictureForReadme(pages) {
  const ledger = pages.find(({ name }) => name.startsWith('customer-'))
  if (!ledger) throw new Error('The demo data names no customer.')
  const page = await browser.newPage({ baseURL: running.url, viewport: desktop, ...SAME_EVERYWHERE })
  await page.goto(ledger.path)
  await page.getByRole('table', { name: 'Transactions' }).waitFor()
  await page.screenshot({ path: README_PICTURE })
  console.log(`Saved ${README_PICTURE}`)
}
