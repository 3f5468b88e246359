import type { Page } from '@playwright/test'

/** After so long without another, an interaction has been painted and told. */
const TOLD_MS = 400

/** Has the page keep how long its interactions take, from the input to the next paint. Before it is opened. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Its default leaves out what takes less than 104 ms; 16 is the least there is.
    const events = { type: 'event', buffered: true, durationThreshold: 16 }
    Reflect.set(globalThis, 'interactionsMs', [])
    new PerformanceObserver((list) => {
      const kept: unknown = Reflect.get(globalThis, 'interactionsMs')
      // Not of an interaction: `interactionId` 0, such as a pointer that moves.
      for (const entry of list.getEntries())
        if (Array.isArray(kept) && Number(Reflect.get(entry, 'interactionId')) > 0) kept.push(entry.duration)
    }).observe(events)
  })
}

/** What was kept since it was asked last. @returns the longest, in milliseconds; 16 where none took so long */
export async function worstInteraction(page: Page): Promise<number> {
  await page.waitForTimeout(TOLD_MS)
  return page.evaluate(() => {
    const kept: unknown = Reflect.get(globalThis, 'interactionsMs')
    Reflect.set(globalThis, 'interactionsMs', [])
    return Array.isArray(kept) ? Math.max(16, ...kept.map(Number)) : NaN
  })
}
