import { expect, test } from './fixtures/test'

const PAGES = ['/', '/subscriptions/sub_globex', '/invoices/inv_globex_overdue', '/customers/acme-inc/transactions']
/** A phone, where tables become cards, and the widest screen. */
const WIDTHS = [360, 799, 1920]
const MOST_FONT_BYTES = 50_000

test('the font is on its way with the first bytes, small, and moves nothing when it comes', async ({ page }) => {
  const fonts: number[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'font') fonts.push((await response.body()).length)
  })
  const response = await page.goto('/subscriptions/sub_globex')
  expect(response?.headers().link).toMatch(/<[^>]+\.woff2>; rel=preload; as="font"/)
  await page.evaluate(() => document.fonts.ready)
  expect(fonts).toEqual([expect.any(Number)])
  expect(fonts[0]).toBeLessThanOrEqual(MOST_FONT_BYTES)
  expect(await page.evaluate(() => PerformanceObserver.supportedEntryTypes)).toContain('layout-shift')
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0)),
        ).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 200)
      }),
  )
  expect(shift).toBeLessThan(0.005)
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
