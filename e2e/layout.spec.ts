import type { Locator, Page, Response } from '@playwright/test'
import { IS_PROOF, tally } from '../scripts/test/volume.mjs'
import { everyPage, firstOf } from './fixtures/every-page'
import { hold } from './fixtures/hold'
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
  'status',
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
]
/** Phone, tablet (zoomed to 200 %: 720 px of 1440), the last width with cards, small laptop, usual window, and the widest screen. */
const SIZES = [
  { width: 360, height: 640 },
  { width: 720, height: 450 },
  { width: 799, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]
/** The widths at which `npm test` measures texts. */
const MEASURED = [360, 1440]
const MAX_FONT_BYTES = 50_000

test('the small font is preloaded and shifts nothing when it arrives', async ({ page }) => {
  // With an invoice that was seen, the page has more text.
  await page.goto('/invoices/inv_globex_overdue')
  let response: Response | null = null
  page.on('response', (received) => {
    if (received.request().resourceType() === 'font') response = received
  })
  const font = await hold(page, /\.woff2/)
  // While the font is held, the page uses the fallback font and does not finish loading.
  const html = await page.context().request.get('/subscriptions/sub_globex')
  expect(html.headers().link).toMatch(/<[^>]+\.woff2>; rel=preload; as="font"/)
  const opened = page.goto('/subscriptions/sub_globex')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    const shifts: number[] = Reflect.set(window, 'shifts', []) ? Reflect.get(window, 'shifts') : []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')))
    }).observe({ type: 'layout-shift' })
  })
  await font.release()
  await opened
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
  expect(await page.evaluate(() => PerformanceObserver.supportedEntryTypes)).toContain('layout-shift')
  const shifts = () => page.evaluate((): number[] => Reflect.get(window, 'shifts'))
  // A shift made by the test comes last. Its report proves that shifts are observed and that earlier ones were reported.
  await page.evaluate(() => document.querySelector('main')?.style.setProperty('margin-top', '100px'))
  await expect.poll(async () => (await shifts()).at(-1) ?? 0).toBeGreaterThan(0.02)
  const moved = (await shifts()).slice(0, -1).reduce((sum, value) => sum + value, 0)
  expect(moved).toBeLessThan(0.005)
  await expect.poll(async () => (await response?.body())?.length ?? Infinity).toBeLessThanOrEqual(MAX_FONT_BYTES)
})

/** Collects the font sizes of the page's headings by level. */
async function addHeadings(page: Page, sizes: Map<string, Set<string>>): Promise<void> {
  // In one step: an element that React replaces meanwhile has no style.
  const headings = await page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, h3)')].map((heading) => [
      heading.tagName,
      getComputedStyle(heading).fontSize,
    ]),
  )
  for (const [level = '', size = ''] of headings) sizes.set(level, (sizes.get(level) ?? new Set()).add(size))
}

test('at any width no page is wider than its screen, no text overlaps, is cut or breaks inside a word, and headings are alike', async ({
  page,
  demo,
}) => {
  test.setTimeout(IS_PROOF ? 600_000 : 120_000)
  await test.step('the measurement finds an overlap, a cut and a break', async () => {
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

  const all = everyPage(demo.ids)
  // The lists show what was opened.
  for (const { path } of all) await page.request.get(path)
  const kinds = KINDS.map((kind) => firstOf(all, kind))
  const found: string[] = []
  const headings = new Map<string, Set<string>>()
  let measured = 0
  for (const state of IS_PROOF ? all : kinds) {
    const { name, path, open } = state
    await page.goto(path, { waitUntil: 'networkidle' })
    if (kinds.includes(state)) await addHeadings(page, headings)
    await open?.(page)
    for (const size of SIZES) {
      const { width } = size
      await page.setViewportSize(size)
      if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width)
        found.push(`${name} is wider than ${width} px`)
      if (!IS_PROOF && !MEASURED.includes(width)) continue
      // Charts and tables follow the new width with the next frame.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      found.push(...(await textFaults(page)).map((fault) => `${name} at ${width} px: ${fault}`))
      measured += 1
    }
  }
  expect(found).toEqual([])
  // An H3 is only on a ledger that was read whole.
  const { H3 = ['14px'], ...levels } = Object.fromEntries([...headings].map(([level, sizes]) => [level, [...sizes]]))
  expect({ ...levels, H3 }).toEqual({ H1: ['28px'], H2: ['14px'], H3: ['14px'] })
  tally('pages whose text was measured', measured)
})

const edgesOf = async (element: Locator) => {
  const { x, width } = (await element.boundingBox()) ?? { x: NaN, width: NaN }
  return { left: Math.round(x), right: Math.round(x + width) }
}

test('banner, top bar and page have the same edges, the sidebar narrows to icons, and on a phone it is a menu, also without scripts', async ({
  browser,
  page,
  demo,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto('/customers/acme-inc/transactions')
  const content = page.getByRole('main').locator('> div')
  await expect(content.getByRole('table').first()).toBeVisible()
  const section = await edgesOf(content)
  const account = page.getByRole('button', { name: 'demo@localhost' })
  expect((await edgesOf(page.getByRole('combobox', { name: 'Find a subscription' }))).left).toBe(section.left)
  expect((await edgesOf(page.getByText('Demo data:'))).left).toBe(section.left)
  expect((await edgesOf(account)).right).toBe(section.right)
  await page.goto('/users')
  expect((await page.getByRole('main').locator('> div').boundingBox())?.width).toBe(1120)

  const health: { version: string; commit: string } = await (await fetch(`${demo.consoleUrl}/healthz`)).json()
  expect(health).toMatchObject({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  const version = page.getByText(`Version ${health.version} (${health.commit})`)
  await expect(version).toBeHidden()
  await account.click()
  await expect(version).toBeVisible()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Status')
  await expect(version).toBeHidden()

  const phone = { width: 360, height: 740 }
  const unscripted = await browser.newContext({ javaScriptEnabled: false, viewport: phone, baseURL: demo.consoleUrl })
  await page.setViewportSize(phone)
  for (const tab of [page, await unscripted.newPage()]) {
    await tab.goto('/subscriptions')
    const navigation = tab.getByRole('navigation', { name: 'Main' })
    await expect(navigation.getByRole('link', { name: 'Activity' })).toBeHidden()
    await tab.getByRole('button', { name: 'Menu' }).click()
    for (const link of await navigation.getByRole('listitem').all()) await expect(link).toBeInViewport({ ratio: 1 })
    await navigation.getByRole('link', { name: 'Activity' }).click()
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Activity')
    await expect(navigation.getByRole('link', { name: 'Activity' })).toBeHidden()
    await expect(navigation.locator('a[aria-current=page]')).toHaveText('Activity')
  }
  await unscripted.close()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' })
  const name = link.getByText('Activity')
  const nameWidth = async () => (await name.boundingBox())?.width
  await expect.poll(nameWidth).toBeGreaterThan(20)
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect.poll(nameWidth).toBeLessThan(2)
  await link.hover()
  await expect.poll(nameWidth).toBeGreaterThan(20)
  await page.mouse.move(500, 500)
  await expect.poll(nameWidth).toBeLessThan(2)
  await page.keyboard.press('Tab')
  await link.focus()
  await expect.poll(nameWidth).toBeGreaterThan(20)
})
