import { everyPage, firstOf } from '../scripts/test/every-page.mjs'
import { IS_PROOF, tally } from '../scripts/test/volume.mjs'
import { expect, test } from './fixtures/test'
import { textFaults } from './fixtures/text-faults'

/** One page of each kind. */
const KINDS = [
  'home',
  'subscriptions',
  'invoices',
  'customers',
  'activity',
  'users',
  'find-none',
  'not-found-invoice',
  'customer-',
  'transactions-',
  'balance-',
  'timeline-',
  'subscription-',
  'invoice-',
  'cancel-dialog',
  'ticket',
] as const
/** Phone, tablet, zoomed to 200 % (720 px of 1440), small laptop, and the usual window. */
const SIZES = [
  { width: 360, height: 640 },
  { width: 720, height: 450 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
]
const ENDS = [SIZES[0], SIZES.at(-1)].filter((size) => size !== undefined)

test.afterAll(() => tally('pages whose text was measured', measured))
let measured = 0

test('no text overlaps another, is cut or breaks inside a word, at any width', async ({ page, demo }) => {
  test.setTimeout(IS_PROOF ? 600_000 : 120_000)
  const all = everyPage(demo.ids)
  // The lists show what was opened.
  for (const { path } of all) await page.request.get(path)
  const found: string[] = []
  for (const { name, path, open } of IS_PROOF ? all : KINDS.map((kind) => firstOf(all, kind))) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await open?.(page)
    for (const size of IS_PROOF ? SIZES : ENDS) {
      await page.setViewportSize(size)
      // Charts and tables follow the new width with the next frame.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      found.push(...(await textFaults(page)).map((fault) => `${name} at ${size.width} px: ${fault}`))
      measured += 1
    }
  }
  expect(found).toEqual([])
})

test('the measurement finds an overlap, a cut and a break', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => {
    const main = document.querySelector('main')
    main?.insertAdjacentHTML(
      'afterbegin',
      `<p style="height: 20px; margin-bottom: -20px">one over</p><p>another one</p>
       <p style="width: 4em; overflow: hidden; white-space: nowrap">cut without any ellipsis</p>
       <p style="width: 6em; word-break: break-all">Is Availability</p>`,
    )
  })
  expect(await textFaults(page)).toEqual([
    'cut without an ellipsis and a title: “cut without any ellipsis”',
    'wraps inside “Availability”',
    '“one over” overlaps “another one”',
  ])
})
