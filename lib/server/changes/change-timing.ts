import type { Settings } from '../settings'

/** How long a write is waited for and looked after, in milliseconds. */
export interface ChangeTiming {
  /** It is read again after each of these, and then every `laterPauseMs`. */
  pausesMs: readonly number[]
  laterPauseMs: number
  /** Longer than any answer that the billing API may still be working on: what does not show by then never came to be. */
  quietMs: number
  /** So long after it was sent nobody asks any more. */
  giveUpMs: number
  /** How long whoever sends or checks it holds it without a sign of life. */
  holdMs: number
}

/** As the settings say. */
export function changeTimingOf(settings: Settings): ChangeTiming {
  const { CONSOLE_QUIET_SECONDS, BILLING_API_READ_TIMEOUT_MS: readMs, BILLING_API_WRITE_TIMEOUT_MS: writeMs } = settings
  return {
    pausesMs: [1_000, 2_000, 4_000, 8_000, 16_000, 30_000],
    laterPauseMs: 60_000,
    quietMs: CONSOLE_QUIET_SECONDS * 1_000,
    giveUpMs: 15 * 60_000,
    // A read before it, the write, and a read after it, with time for what stands between.
    holdMs: 2 * readMs + writeMs + 10_000,
  }
}
