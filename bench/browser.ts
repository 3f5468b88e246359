import { type Browser, chromium, type Page } from '@playwright/test'
import { hydrated } from '@/e2e/fixtures/hydrated'
import { askFor, CHROMIUM, findChromium } from '@/scripts/test/machine.mjs'

/** Starts a browser with default settings, because the settings of the tests slow scripts down. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw askFor([CHROMIUM])
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  // The run handles Ctrl-C and closes the browser.
  return chromium.launch({ executablePath, args, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false })
}

/** Opens a page with an empty cache. It is signed in at consoles, and `goto` waits for hydration. */
export const openPage = async (browser: Browser): Promise<Page> => hydrated(await (await newContext(browser)).newPage())

/** Opens a context without cache, in English, UTC and the size of a small screen. */
export const newContext = (browser: Browser) =>
  browser.newContext({ locale: 'en-US', timezoneId: 'UTC', viewport: { width: 1280, height: 800 } })

/** Slows the page's processor down by a factor. */
export async function slowProcessor(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}
