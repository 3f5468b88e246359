import type { Browser } from '@playwright/test'
import { compressedBytes, loadedBytes, pageScripts } from '@/testing/console/page-scripts'
import { openPage } from '../browser'
import type { Figure } from '../figure'
import { PAGES } from '../large-resources'
import { short } from '../take-turns'
import type { PageBench } from '../with-console'

const NAMES = ['home', 'ledger', 'subscription', 'invoice'] as const
type PageName = (typeof NAMES)[number]

const FIRST_GOALS: Record<PageName, number> = { home: 1.18, ledger: 1.49, subscription: 1.53, invoice: 1.64 }
const IDLE_GOALS: Record<PageName, number> = { home: 1.43, ledger: 1.56, subscription: 1.58, invoice: 1.73 }
/** After this time without a request, a page downloads nothing more by itself. */
const IDLE_MS = 2_000

const figure = (id: string, what: string, atMost: number): Figure => ({
  id: `5 ${id}`,
  name: `${what}, gzip: ${id.replace(' idle', '')} ÷ bare page`,
  unit: '×',
  goal: { atMost },
})

/**
 * Measures the compressed size of the scripts that a browser loads with a page, without the polyfill for browsers without
 * modules, and of all scripts until the page is idle. The sizes are the same on every run, so each is measured once.
 */
export const pageScriptSizes: PageBench = {
  figures: NAMES.flatMap((page) => [
    figure(page, 'First-load scripts', FIRST_GOALS[page]),
    figure(`${page} idle`, 'Scripts until idle', IDLE_GOALS[page]),
  ]),
  resources: ['small'],
  async measure({ console: { url, cookie }, browser }, { shared, log }) {
    const bare = loadedBytes(await pageScripts(`${await shared.bareApp()}/`))
    const samples = new Map<string, number[]>()
    for (const page of NAMES) {
      const ours = await pageScripts(`${url}${PAGES[page]}`, { cookie })
      const untilIdle = await bytesUntilIdle(browser, `${url}${PAGES[page]}`)
      samples.set(`5 ${page}`, [loadedBytes(ours) / bare])
      samples.set(`5 ${page} idle`, [untilIdle / bare])
      log(`  5 ${page}: ${loadedBytes(ours)} ÷ ${bare} bytes; until idle ${untilIdle}, ${short(untilIdle / bare)}`)
    }
    return samples
  },
}

/** Returns the compressed bytes of all scripts that a page downloads by itself. */
async function bytesUntilIdle(browser: Browser, url: string): Promise<number> {
  const page = await openPage(browser)
  const scripts = new Set<string>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.add(response.url())
  })
  try {
    await page.goto(url)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(IDLE_MS)
  } finally {
    await page.context().close()
  }
  const sizes = await Promise.all([...scripts].map((script) => compressedBytes(script)))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}
