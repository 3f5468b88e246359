import type { Browser, BrowserContext } from '@playwright/test'
import { signInBrowser } from '@/e2e/fixtures/sign-in'

/** The network and processor of a page: as fast as the machine, or as on a phone. */
export type Reach = 'local' | 'slow'

/** Chromium's "Slow 4G" preset. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const SLOW_PROCESSOR = 4
/** After half a second without requests, the last content is painted within this time. */
const PAINTED_MS = 300

/** Opens a page with an empty cache. @returns its Largest Contentful Paint in milliseconds since navigation start */
export async function largestPaint(browser: Browser, url: string, reach: Reach): Promise<number> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
  })
  try {
    return await measure(context, url, reach)
  } finally {
    await context.close()
  }
}

async function measure(context: BrowserContext, url: string, reach: Reach): Promise<number> {
  await signInBrowser(context, url)
  const page = await context.newPage()
  if (reach === 'slow') {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_4G)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR })
  }
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Reflect.set(globalThis, 'largestPaintMs', entry.startTime)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForTimeout(PAINTED_MS)
  const ms: unknown = await page.evaluate(() => Reflect.get(globalThis, 'largestPaintMs'))
  if (typeof ms !== 'number') throw new Error(`${url} has painted nothing.`)
  return ms
}
