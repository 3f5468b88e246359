import type { Locator, Response } from '@playwright/test'
import { volume } from '../scripts/test/volume.mjs'
import { hold } from './fixtures/hold'
import { expect, test } from './fixtures/test'

const PAGES = [
  '/',
  '/subscriptions/sub_globex',
  '/invoices/inv_globex_overdue',
  '/customers/acme-inc',
  '/customers/acme-inc/transactions',
  '/customers/acme-inc/balance',
]
/** A phone, where tables become cards, and the widest supported screen. */
const WIDTHS = [360, 799, 1920]
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

test('no page is wider than its screen, and headings of one level have one size on every page', async ({ page }) => {
  const wide: string[] = []
  const sizes = new Map<string, Set<string>>()
  const others = ['/status', '/invoices/no-such-invoice', '/activity', '/users', '/find?id=no-such-id']
  for (const path of [...PAGES, ...others.slice(0, volume({ test: 2, prove: 5 }))]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // In one step: an element that React replaces meanwhile has no style.
    const headings = await page.evaluate(() =>
      [...document.querySelectorAll('main :is(h1, h2, h3)')].map((heading) => [
        heading.tagName,
        getComputedStyle(heading).fontSize,
      ]),
    )
    for (const [level = '', size = ''] of headings) sizes.set(level, (sizes.get(level) ?? new Set()).add(size))
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) wide.push(`${path} at ${width} px`)
    }
  }
  expect(wide).toEqual([])
  const { H3 = ['14px'], ...levels } = Object.fromEntries([...sizes].map(([level, found]) => [level, [...found]]))
  expect(levels).toEqual({ H1: ['28px'], H2: ['14px'] })
  // Only on a ledger that was read whole.
  expect(H3).toEqual(['14px'])
})

const edgesOf = async (element: Locator) => {
  const { x, width } = (await element.boundingBox()) ?? { x: NaN, width: NaN }
  return { left: Math.round(x), right: Math.round(x + width) }
}

test('banner, top bar and page have the same edges at 1600 px', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto('/activity')
  const section = await edgesOf(page.getByRole('region', { name: 'Entries' }))
  expect((await edgesOf(page.getByRole('combobox', { name: 'Find a subscription' }))).left).toBe(section.left)
  expect((await edgesOf(page.getByText('Demo data:'))).left).toBe(section.left)
  expect((await edgesOf(page.getByRole('button', { name: 'demo@localhost' }))).right).toBe(section.right)
})

test('the check mark of a line is aligned with its text', async ({ page }) => {
  await page.goto('/invoices/inv_globex_overdue')
  const distances = await page
    .getByRole('table', { name: 'Line items' })
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.flatMap((row) => {
        const tick = row.querySelector('td:first-child span svg')?.getBoundingClientRect()
        const text = row.querySelector('td:nth-child(2)')
        if (!tick || !text) return []
        const range = document.createRange()
        range.selectNodeContents(text)
        const [line] = range.getClientRects()
        return line ? [Math.abs(tick.top + tick.height / 2 - (line.top + line.height / 2))] : []
      }),
    )
  expect(distances.length).toBeGreaterThan(0)
  expect(Math.max(...distances)).toBeLessThanOrEqual(1)
})

test('the account menu names the version and commit that `/healthz` has, and leads to the status', async ({
  page,
  demo,
}) => {
  const health: { version: string; commit: string } = await (await fetch(`${demo.consoleUrl}/healthz`)).json()
  expect(health).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    commit: expect.any(String),
  })
  await page.goto('/')
  const version = page.getByText(`Version ${health.version} (${health.commit})`)
  await expect(version).toBeHidden()
  await page.getByRole('button', { name: 'demo@localhost' }).click()
  await expect(version).toBeVisible()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Status')
  await expect(version).toBeHidden()
})

test('the navigation folds into a menu on a phone, also without scripts', async ({ browser, page, demo }) => {
  const phone = { width: 360, height: 740 }
  const unscripted = await browser.newContext({ javaScriptEnabled: false, viewport: phone, baseURL: demo.consoleUrl })
  await page.setViewportSize(phone)
  for (const tab of [page, await unscripted.newPage()]) {
    await tab.goto('/subscriptions')
    const navigation = tab.getByRole('navigation', { name: 'Main' })
    await expect(navigation.getByRole('link', { name: 'Activity' })).toBeHidden()
    await navigation.getByRole('button', { name: 'Menu' }).click()
    for (const link of await navigation.getByRole('listitem').all()) await expect(link).toBeInViewport({ ratio: 1 })
    await navigation.getByRole('link', { name: 'Activity' }).click()
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Activity')
    await expect(navigation.getByRole('link', { name: 'Activity' })).toBeHidden()
  }
  await unscripted.close()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Activity' })).toBeVisible()
})
