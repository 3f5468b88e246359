import type { Response } from '@playwright/test'
import { hold } from './fixtures/hold'
import { expect, test } from './fixtures/test'

const PAGES = ['/', '/subscriptions/sub_globex', '/invoices/inv_globex_overdue', '/customers/acme-inc/transactions']
/** A phone, where tables become cards, and the widest screen. */
const WIDTHS = [360, 799, 1920]
const MOST_FONT_BYTES = 50_000

test('the font is on its way with the first bytes, small, and moves nothing when it comes', async ({ page }) => {
  let response: Response | null = null
  page.on('response', (received) => {
    if (received.request().resourceType() === 'font') response = received
  })
  const font = await hold(page, /\.woff2/)
  // Until the font is let go the page is laid out in the fallback, and is not loaded.
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
  // A shift of our own at the end: once it is told, those before it are, and shifts are seen at all.
  await page.evaluate(() => document.querySelector('main')?.style.setProperty('margin-top', '100px'))
  await expect.poll(async () => (await shifts()).at(-1) ?? 0).toBeGreaterThan(0.02)
  const moved = (await shifts()).slice(0, -1).reduce((sum, value) => sum + value, 0)
  expect(moved).toBeLessThan(0.005)
  await expect.poll(async () => (await response?.body())?.length ?? Infinity).toBeLessThanOrEqual(MOST_FONT_BYTES)
})

test('no page is wider than its screen', async ({ page }) => {
  const wide: string[] = []
  for (const path of PAGES) {
    await page.goto(path)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) wide.push(`${path} at ${width} px`)
    }
  }
  expect(wide).toEqual([])
})
