import type { Browser, BrowserContext } from '@playwright/test'
import { signInBrowser } from '@/e2e/fixtures/sign-in'
import { newContext } from './browser'

interface PaintOptions {
  /** True for the network and the processor of a phone. */
  isSlow?: boolean
  /** True to block the page's script files. */
  isWithoutScripts?: boolean
}

/** Chromium's "Slow 4G" preset. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const SLOW_PROCESSOR = 4
/** After half a second without requests, the last content is painted within this time. */
const PAINTED_MS = 300

/** Opens a page with an empty cache. @returns its Largest Contentful Paint in milliseconds since navigation start */
export async function largestPaint(browser: Browser, url: string, options: PaintOptions = {}): Promise<number> {
  const context = await newContext(browser)
  try {
    return await measure(context, url, options)
  } finally {
    await context.close()
  }
}

async function measure(
  context: BrowserContext,
  url: string,
  { isSlow = false, isWithoutScripts = false }: PaintOptions,
): Promise<number> {
  await signInBrowser(context, url)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  if (isWithoutScripts) await session.send('Network.setBlockedURLs', { urls: ['*.js'] })
  if (isSlow) {
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
