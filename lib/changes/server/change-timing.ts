import type { Settings } from '@/lib/core/server/settings'

declare module '@/lib/core/server/operation-context' {
  interface Environment {
    changeTiming: ChangeTiming
  }
}

/** The timing of a change's reconciliation, in milliseconds. */
export interface ChangeTiming {
  /** The pauses between the first reads; later reads are `laterPauseMs` apart. */
  pausesMs: readonly number[]
  laterPauseMs: number
  /** The quiet period: longer than the billing API may still work on a request. An effect that does not show by then did not happen. */
  quietMs: number
  /** The console stops reading this long after the request was sent. */
  giveUpMs: number
  /** The lease of the process that sends or checks the change. */
  holdMs: number
}

export function changeTimingOf(settings: Settings): ChangeTiming {
  const { CONSOLE_QUIET_SECONDS, BILLING_API_READ_TIMEOUT_MS: readMs, BILLING_API_WRITE_TIMEOUT_MS: writeMs } = settings
  return {
    pausesMs: [1_000, 2_000, 4_000, 8_000, 16_000, 30_000],
    laterPauseMs: 60_000,
    quietMs: CONSOLE_QUIET_SECONDS * 1_000,
    giveUpMs: 15 * 60_000,
    // A read, the change itself and a second read, plus a margin.
    holdMs: 2 * readMs + writeMs + 10_000,
  }
}
