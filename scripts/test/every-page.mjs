/**
 * @import { Page } from '@playwright/test'
 * @import { IdToTry } from '../start/first-run.mjs'
 *
 * @typedef {object} PageState
 * @property {string} name Names it in a picture's file name.
 * @property {string} path
 * @property {(page: Page) => Promise<unknown>} [open] What is clicked first.
 */

/** @type {Record<string, Record<string, (segment: string) => string>>} */
const PATHS = {
  customer: {
    customer: (segment) => `/customers/${segment}`,
    transactions: (segment) => `/customers/${segment}/transactions`,
    balance: (segment) => `/customers/${segment}/balance`,
    timeline: (segment) => `/customers/${segment}/timeline`,
  },
  subscription: { subscription: (segment) => `/subscriptions/${segment}` },
  invoice: { invoice: (segment) => `/invoices/${segment}` },
}

/**
 * Returns every page of the console: those without an ID, those of each ID, and dialogs and menus.
 * @param {readonly IdToTry[]} ids of the demo data
 * @returns {PageState[]}
 */
export function everyPage(ids) {
  const pages = ids.flatMap(({ kind, id }) =>
    Object.entries(pathsOf(kind)).map(([name, path]) => ({
      name: `${name}-${id.replaceAll(/[^\w.-]+/g, '-')}`,
      path: path(encodeURIComponent(id)),
    })),
  )
  return [
    { name: 'home', path: '/' },
    { name: 'subscriptions', path: '/subscriptions' },
    { name: 'invoices', path: '/invoices' },
    { name: 'customers', path: '/customers' },
    { name: 'changes', path: '/changes' },
    { name: 'users', path: '/users' },
    { name: 'get-started', path: '/get-started' },
    { name: 'activity', path: '/activity' },
    { name: 'find-none', path: '/find?id=no-such-id' },
    { name: 'account', path: '/account' },
    { name: 'set-up', path: '/set-up?token=none' },
    { name: 'reset-without-link', path: '/reset' },
    { name: 'no-page', path: '/no-such-page' },
    { name: 'compare', path: '/invoices/inv_globex_overdue/compare?with=inv_globex_paid' },
    { name: 'print-customer-copy', path: '/invoices/inv_globex_overdue/print' },
    { name: 'print-internal-copy', path: '/invoices/inv_globex_overdue/print?for=internal' },
    { name: 'print-months', path: '/customers/acme-inc/balance/print' },
    { name: 'print-invoice-month', path: '/print/invoices?issued=2026-10' },
    { name: 'not-found-invoice', path: '/invoices/no-such-invoice' },
    { name: 'not-found-customer', path: '/customers/no-such-customer' },
    ...pages,
    // Last, so that it has requests to show.
    { name: 'status', path: '/status' },
    { name: 'ticket', path: '/', open: pasteTicket },
    { ...firstOf(pages, 'transactions-'), name: 'row-menu', open: openRowMenu },
    { ...firstOf(pages, 'transactions-'), name: 'row-details', open: (page) => click(page, 'Details') },
    { ...firstOf(pages, 'subscription-'), name: 'prices-unfolded', open: unfoldPrice },
    { ...firstOf(pages, 'subscription-'), name: 'cancel-dialog', open: openCancelDialog },
  ]
}

/** @param {string} kind */
function pathsOf(kind) {
  const paths = PATHS[kind]
  if (!paths) throw new Error(`The console has no page for a ${kind}.`)
  return paths
}

/**
 * Returns the first page whose name starts like this.
 * @template {{ name: string }} Named
 * @param {readonly Named[]} pages
 * @param {string} prefix
 */
export function firstOf(pages, prefix) {
  const found = pages.find(({ name }) => name.startsWith(prefix))
  if (!found) throw new Error(`The demo data names no ${prefix.replace('-', '')}.`)
  return found
}

/**
 * Presses the first button of the page with this name.
 * @param {Page} page
 * @param {string | RegExp} name
 */
export function click(page, name) {
  return page.getByRole('main').getByRole('button', { name }).first().click()
}

/** @param {Page} page */
function unfoldPrice(page) {
  return page.getByRole('treegrid').getByRole('row', { expanded: false }).first().click()
}

/** @param {Page} page */
async function pasteTicket(page) {
  const find = page.getByRole('combobox', { name: 'Find a subscription, invoice or customer' })
  await find.fill('Refund inv_globex_paid, not inv_globex_overdue; sub-acme and sub_nobody too. Customer: acme-inc')
  await find.press('Enter')
  await page.getByRole('table', { name: 'In this ticket' }).getByText('Not found').waitFor()
}

/** @param {Page} page */
async function openRowMenu(page) {
  await click(page, 'Actions')
  const cancel = page.getByRole('menuitem', { name: 'Cancel subscription' })
  await cancel.filter({ hasNotText: 'Looking' }).waitFor()
}

/** @param {Page} page */
export async function openCancelDialog(page) {
  await click(page, 'Cancel subscription')
  await page.getByRole('alertdialog').locator('[aria-busy=false]').waitFor()
}
