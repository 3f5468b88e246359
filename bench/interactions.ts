import type { Page } from '@playwright/test'

/** After this time without another interaction, the last one has been painted and reported. */
const REPORTED_MS = 400

/** Records the durations of the page's interactions, from input to next paint. Call it before the page opens. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The default threshold is 104 ms; 16 ms is the minimum.
    const events = { type: 'event', buffered: true, durationThreshold: 16 }
    Reflect.set(globalThis, 'interactionsMs', [])
    new PerformanceObserver((list) => {
      const kept: unknown = Reflect.get(globalThis, 'interactionsMs')
      // Events without an interaction have `interactionId` 0, such as pointer moves.
      for (const entry of list.getEntries())
        if (Array.isArray(kept) && Number(Reflect.get(entry, 'interactionId')) > 0) kept.push(entry.duration)
    }).observe(events)
  })
}

/** @returns the longest interaction since the last call, in milliseconds; 16 when none was that long */
export async function worstInteraction(page: Page): Promise<number> {
  await page.waitForTimeout(REPORTED_MS)
  return page.evaluate(() => {
    const kept: unknown = Reflect.get(globalThis, 'interactionsMs')
    Reflect.set(globalThis, 'interactionsMs', [])
    return Array.isArray(kept) ? Math.max(16, ...kept.map(Number)) : NaN
  })
}
