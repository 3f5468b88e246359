/** How long a write is waited for and looked after, in milliseconds. */
export interface WriteTiming {
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

export const DEFAULT_TIMING = {
  pausesMs: [1_000, 2_000, 4_000, 8_000, 16_000, 30_000],
  laterPauseMs: 60_000,
  giveUpMs: 15 * 60_000,
  // A write may take 10 s, and each read before and after it 5 s.
  holdMs: 30_000,
} as const satisfies Omit<WriteTiming, 'quietMs'>
