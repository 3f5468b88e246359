// oxlint-disable-next-line no-restricted-imports -- the list is shared with the tests of the parsers
import { NAUGHTY_STRINGS, withEveryText } from '@/testing/console/naughty-strings'
import { PROVE_ONLY, tally } from '../scripts/test/volume.mjs'
import { PageWatch } from './fixtures/page-watch'
import { expect, test } from './fixtures/test'
import {
  plainInvoice,
  plainLine,
  plainPrice,
  plainSubscription,
  plainTransaction,
} from '@/testing/fake-billing-api/plain-resources'
import { jsonResponse } from '@/testing/fake-billing-api/response'

test.setTimeout(180_000)

/** The strings that a page can show: not the blank ones. */
const strings = NAUGHTY_STRINGS.filter((text) => text.trim() !== '')
/** HTML has only \n as a line end, and no U+0000 (WHATWG HTML, 13.2.3.5 and 13.2.5.1). */
const asHtml = (text: string) => text.replaceAll(/\r\n?/g, '\n').replaceAll('\u0000', '\uFFFD')

const lines = strings.map((text, index) => ({
  ...Object(withEveryText(plainLine, text)),
  id: `line-${index}`,
  amount: 1,
}))
const prices = strings.map((text, index) => ({
  price: { ...Object(withEveryText(plainPrice, text)), id: `price-${index}` },
}))
const rows = strings
  .slice(0, 100)
  .map((text, index) => ({ ...Object(withEveryText(plainTransaction, text)), id: `row-${index}` }))
const PAGES = {
  subscription: {
    path: '/subscriptions/naughty',
    body: { ...plainSubscription, id: 'naughty', plan: { ...plainSubscription.plan, prices } },
    shows: strings,
  },
  invoice: {
    path: '/invoices/naughty?perPage=all',
    body: { ...plainInvoice, id: 'naughty', invoiceLineItems: lines },
    shows: strings.slice(0, 20),
  },
  customer: {
    path: '/customers/naughty/transactions?pageSize=100',
    body: { results: rows, count: rows.length, pages: 1, currentPage: 1 },
    shows: strings.slice(0, 100),
  },
} as const

// In `npm test`: naughty-strings.test.ts of the readers, visible-marks.test.tsx and app/(console)/scenarios.test.tsx.
for (const kind of ['subscription', 'invoice', 'customer'] as const)
  test(
    `naughty strings in every field of a ${kind} run nothing, break nothing and are all shown`,
    { tag: PROVE_ONLY },
    async ({ page, fakeApi, fakeApiUrl: consoleUrl }) => {
      const { path, body, shows } = PAGES[kind]
      fakeApi.add(kind, 'naughty', jsonResponse(body))
      const failures: string[] = []
      page.on('dialog', (dialog) => void dialog.dismiss().then(() => failures.push(dialog.message())))
      page.on('pageerror', (error) => failures.push(error.message))
      const foreign: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(consoleUrl) && !request.url().startsWith('data:')) foreign.push(request.url())
      })
      const watch = await PageWatch.of(page)
      const response = await page.goto(consoleUrl + path)
      expect(response?.status()).toBe(200)
      const main = page.getByRole('main')
      await expect(main.getByRole('button', { name: 'Refresh' })).toBeVisible()
      const more = main.getByRole('button', { name: /^Show \d+ more$/ })
      while (await more.isVisible()) await more.click()
      const text = await main.evaluate((element) => element.textContent ?? '')
      expect(shows.filter((each) => !text.includes(asHtml(each)))).toEqual([])
      const scripts = await page.evaluate(
        () => document.querySelectorAll('main script, main iframe, main [onerror], main [onclick]').length,
      )
      expect(scripts).toBe(0)
      expect(failures).toEqual([])
      expect(foreign).toEqual([])
      expect(watch.failures).toEqual([])
      // A mark that reorders text is alone in its box, after its code point.
      const loose = await main.evaluate((element) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        const found: string[] = []
        while (walker.nextNode()) {
          const { textContent, parentElement } = walker.currentNode
          if (/[\u202A-\u202E\u2066-\u2069]/.test(textContent ?? '') && !parentElement?.matches('bdi[data-mark]'))
            found.push(`${parentElement?.parentElement?.outerHTML.slice(0, 300)}`)
        }
        return found
      })
      expect(loose).toEqual([])
      tally('naughty strings in pages', shows.length)
    },
  )
