// `npm run screenshots`: pictures of every page, light, dark, on a phone and on paper, from a console of its own;
// `npm run screenshots -- --all DIR` puts them into a folder that stays, at every width in both schemes.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { askFor, CHROMIUM, findChromium, installMissing } from './machine.mjs'
import { ensureBuilt } from '../build/build.mjs'
import { ensureInstalled } from '../build/packages.mjs'
import { failWith, ROOT, UserError } from '../command.mjs'
import { runConsole } from '../start/run-console.mjs'
import { stopSignal } from '../processes.mjs'
import { click, everyPage, firstOf, openCancelDialog } from './every-page.mjs'

/**
 * @import { Page } from '@playwright/test'
 * @import { PageState } from './every-page.mjs'
 */

const README_PICTURES = {
  customer: join(ROOT, 'docs', 'screenshots', 'console.png'),
  ledger: join(ROOT, 'docs', 'screenshots', 'ledger.png'),
  cancel: join(ROOT, 'docs', 'screenshots', 'cancel.png'),
}
const NO_FOLDER = new UserError('Name the folder of the pictures: npm run screenshots -- --all DIR.')
const ANY_PORT = { port: 0, explicit: true }
const SAME_EVERYWHERE = { locale: 'en-US', timezoneId: 'UTC', reducedMotion: /** @type {const} */ ('reduce') }

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }
/** A4 at 96 pixels an inch, less margins of 1 cm. */
const paper = { width: 718, height: 1047 }
const FEW_LOOKS = /** @type {const} */ ([
  { name: 'light', viewport: desktop, colorScheme: 'light', media: 'screen' },
  { name: 'dark', viewport: desktop, colorScheme: 'dark', media: 'screen' },
  { name: 'phone', viewport: phone, colorScheme: 'light', media: 'screen' },
  { name: 'print', viewport: paper, colorScheme: 'light', media: 'print' },
])
const ALL_LOOKS = /** @type {const} */ (['light', 'dark']).flatMap((colorScheme) =>
  [{ width: 1440, height: 900 }, { width: 1024, height: 768 }, phone].map((viewport) => ({
    name: `${viewport.width}.${colorScheme}`,
    viewport,
    colorScheme,
    media: /** @type {const} */ ('screen'),
  })),
)

const [option, folder] = process.argv.slice(2)
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
  const pages = everyPage(running.billingApi.ids)
  if (option === '--readme') await pictureForReadme(pages)
  else if (option === '--all') await pictureAll(pages, ALL_LOOKS, resolve(folder ?? failWith(NO_FOLDER)))
  else await pictureAll(pages, FEW_LOOKS, join(ROOT, 'screenshots'))
} finally {
  await browser.close()
  await running.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/**
 * @param {PageState[]} pages
 * @param {readonly (typeof FEW_LOOKS)[number][] | typeof ALL_LOOKS} looks
 * @param {string} directory
 */
async function pictureAll(pages, looks, directory) {
  mkdirSync(directory, { recursive: true })
  for (const look of looks) {
    const context = await browser.newContext({ baseURL: running.url, ...SAME_EVERYWHERE, ...look })
    for (const { name, path, open } of pages) {
      const page = await context.newPage()
      await page.goto(path, { waitUntil: 'networkidle' })
      await open?.(page)
      await page.emulateMedia({ media: look.media })
      // The window is as tall as the page, so that sticky parts are at its edges; not for what opens on top of the page.
      if (!open) await page.setViewportSize({ ...look.viewport, height: await heightOf(page, look.viewport.height) })
      await page.screenshot({ path: join(directory, `${name}.${look.name}.png`) })
      await page.close()
    }
    await context.close()
  }
  console.log(`Saved ${pages.length * looks.length} pictures in ${directory}`)
}

/**
 * @param {Page} page
 * @param {number} minPx
 */
async function heightOf(page, minPx) {
  return Math.max(minPx, await page.evaluate(() => document.documentElement.scrollHeight))
}

/** Takes the pictures of the README: the first customer of the demo data, its ledger, and a cancel. @param {PageState[]} pages */
async function pictureForReadme(pages) {
  const page = await browser.newPage({ baseURL: running.url, viewport: desktop, ...SAME_EVERYWHERE })
  await page.goto(firstOf(pages, 'customer-').path)
  await page.getByRole('table', { name: 'Subscriptions of this customer' }).getByText('Renews').waitFor()
  await page.screenshot({ path: README_PICTURES.customer })
  await page.goto(firstOf(pages, 'balance-').path)
  await page.getByText(/^All [\d,]+ transactions agree$/).waitFor()
  await click(page, /^Largest (daily|monthly) fall, net: /)
  await page.getByRole('button', { name: 'Copy reply' }).last().waitFor()
  const chart = page.getByRole('figure', { name: 'Balance over time' })
  await chart.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 150))
  await page.screenshot({ path: README_PICTURES.ledger })
  await page.goto(firstOf(pages, 'subscription-').path)
  await openCancelDialog(page)
  await page.screenshot({ path: README_PICTURES.cancel })
  console.log(`Saved ${Object.values(README_PICTURES).join(' and ')}`)
}
