// `npm run screenshots`: pictures of every page, light, dark, on a phone and on paper, from a console of its own.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askFor, CHROMIUM, findChromium, installMissing } from '../machine/machine.mjs'
import { ensureBuilt } from '../build/build.mjs'
import { ensureInstalled } from '../build/packages.mjs'
import { failWith, ROOT } from '../command.mjs'
import { runConsole } from '../start/run-console.mjs'
import { stopSignal } from '../processes.mjs'

/**
 * @import { Page } from '@playwright/test'
 * @import { IdToTry } from '../start/first-run.mjs'
 *
 * @typedef {object} PageToPicture
 * @property {string} name The picture's file name begins with it.
 * @property {string} path
 * @property {(page: Page) => Promise<unknown>} [open] What is clicked first.
 */

const FOLDER = join(ROOT, 'screenshots')
const README_PICTURES = {
  customer: join(ROOT, 'docs', 'screenshots', 'console.png'),
  ledger: join(ROOT, 'docs', 'screenshots', 'ledger.png'),
  cancel: join(ROOT, 'docs', 'screenshots', 'cancel.png'),
}
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

/** @type {Record<string, (segment: string) => string>} */
const PATHS = {
  customer: (segment) => `/customers/${segment}/transactions`,
  subscription: (segment) => `/subscriptions/${segment}`,
  invoice: (segment) => `/invoices/${segment}`,
}

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
      // The window is as tall as the page, so that sticky parts are at its edges; not for what opens on top of the page.
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

/** Takes the pictures of the README: the first customer of the demo data, its ledger, and a cancel. @param {PageToPicture[]} pages */
async function pictureForReadme(pages) {
  const page = await browser.newPage({ baseURL: running.url, viewport: desktop, ...SAME_EVERYWHERE })
  await page.goto(customerPage(pages).path)
  await page.getByRole('table', { name: 'Subscriptions of this customer' }).getByText('Renews').waitFor()
  await page.screenshot({ path: README_PICTURES.customer })
  await page.goto(first(pages, 'customer-').path)
  await page.getByText(/^All [\d,]+ transactions agree$/).waitFor()
  await click(page, /^Largest (daily|monthly) fall, net: /)
  await page.getByRole('button', { name: 'Copy reply' }).last().waitFor()
  const chart = page.getByRole('figure', { name: 'Balance over time' })
  await chart.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 150))
  await page.screenshot({ path: README_PICTURES.ledger })
  await page.goto(first(pages, 'subscription-').path)
  await openCancelDialog(page)
  await page.screenshot({ path: README_PICTURES.cancel })
  console.log(`Saved ${Object.values(README_PICTURES).join(' and ')}`)
}

/** Returns the page of the first customer, whose ledger is in `pages`. @param {PageToPicture[]} pages */
function customerPage(pages) {
  return { name: 'customer', path: first(pages, 'customer-').path.replace(/\/transactions$/, '') }
}

/**
 * Returns every page of the console: those without an ID, one for each ID to try, and dialogs and menus.
 * @param {readonly IdToTry[]} ids of the demo data
 * @returns {PageToPicture[]}
 */
function pagesToPicture(ids) {
  const pages = ids.map(({ kind, id }) => ({
    name: `${kind}-${id.replaceAll(/[^\w.-]+/g, '-')}`,
    path: pathOf(kind, id),
  }))
  return [
    { name: 'home', path: '/' },
    { name: 'subscriptions', path: '/subscriptions' },
    { name: 'invoices', path: '/invoices' },
    { name: 'customers', path: '/customers' },
    { name: 'users', path: '/users' },
    { name: 'get-started', path: '/get-started' },
    { name: 'activity', path: '/activity' },
    { name: 'find-none', path: '/find?id=no-such-id' },
    { name: 'account', path: '/account' },
    { name: 'set-up', path: '/set-up?token=none' },
    { name: 'reset-without-link', path: '/reset' },
    { name: 'not-found', path: '/no-such-page' },
    { name: 'invoice-not-found', path: pathOf('invoice', 'no-such-invoice') },
    ...pages,
    customerPage(pages),
    // Last, so that it has requests to show.
    { name: 'status', path: '/status' },
    { ...first(pages, 'customer-'), name: 'row-menu', open: openRowMenu },
    { ...first(pages, 'customer-'), name: 'row-details', open: (page) => click(page, 'Details') },
    { ...first(pages, 'subscription-'), name: 'prices-unfolded', open: (page) => click(page, 'Expand all') },
    { ...first(pages, 'subscription-'), name: 'cancel-dialog', open: openCancelDialog },
  ]
}

/**
 * @param {string} kind
 * @param {string} id
 */
function pathOf(kind, id) {
  const path = PATHS[kind]
  if (!path) throw new Error(`The console has no page for a ${kind}.`)
  return path(encodeURIComponent(id))
}

/**
 * @param {{ name: string, path: string }[]} pages
 * @param {string} prefix
 */
function first(pages, prefix) {
  const found = pages.find(({ name }) => name.startsWith(prefix))
  if (!found) throw new Error(`The demo data names no ${prefix.replace('-', '')}.`)
  return found
}

/**
 * @param {Page} page
 * @param {string | RegExp} name
 */
function click(page, name) {
  return page.getByRole('main').getByRole('button', { name }).first().click()
}

/** @param {Page} page */
async function openRowMenu(page) {
  await click(page, 'Actions')
  const cancel = page.getByRole('menuitem', { name: 'Cancel subscription' })
  await cancel.filter({ hasNotText: 'Looking' }).waitFor()
}

/** @param {Page} page */
async function openCancelDialog(page) {
  await click(page, 'Cancel subscription')
  await page.getByRole('alertdialog').locator('[aria-busy=false]').waitFor()
}
