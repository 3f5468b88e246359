import { type Browser, chromium, type Page } from '@playwright/test'
import { hydrated } from '@/e2e/fixtures/hydrated'
import { findChromium } from '@/scripts/browser.mjs'
import { askFor, CHROMIUM } from '@/scripts/machine.mjs'

/** A browser as it is: what makes the tests cheaper would make its scripts slow. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw askFor([CHROMIUM])
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  // Ctrl-C is the run's to handle: it closes the browser with everything else.
  return chromium.launch({ executablePath, args, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false })
}

/** A page in a new window with an empty cache; it is signed in where it goes, and goes until its script has taken it over. */
export async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
  })
  return hydrated(await context.newPage())
}

/** How much slower the page's processor is made. */
export async function slowProcessor(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}
