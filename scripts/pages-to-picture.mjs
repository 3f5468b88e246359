/**
 * @import { Page } from '@playwright/test'
 * @import { IdToTry } from './first-run.mjs'
 *
 * @typedef {object} PageToPicture
 * @property {string} name The picture's file name begins with it.
 * @property {string} path
 * @property {(page: Page) => Promise<unknown>} [open] What is clicked first.
 */

/** @type {Record<string, (segment: string) => string>} */
const PATHS = {
  customer: (segment) => `/customers/${segment}/transactions`,
  subscription: (segment) => `/subscriptions/${segment}`,
  invoice: (segment) => `/invoices/${segment}`,
}

/**
 * Every page of the console: what opens without an id, each id to try, and what opens on top of a page.
 * @param {readonly IdToTry[]} ids of the demo data
 * @returns {PageToPicture[]}
 */
export function pagesToPicture(ids) {
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
    // After pages that asked for something.
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
const click = (page, name) => page.getByRole('main').getByRole('button', { name }).first().click()

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
