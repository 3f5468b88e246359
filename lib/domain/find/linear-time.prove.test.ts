import { expect, it } from 'vitest'
import { candidateIds } from './candidate-ids'
import { labelledIds, withJoinedIds } from './id-words'
import { withoutNonIds, withoutSmallNumbers } from './non-ids'
import { withoutMachineLines, withoutSignatures, withoutTechnicalText } from './ticket-text'

const KIB = 1024
const MIN_MS = 20
const ROUNDS = 5

/** Every exported function that searches pasted text with expressions. */
const FUNCTIONS: Record<string, (text: string) => unknown> = {
  candidateIds,
  labelledIds,
  withJoinedIds,
  withoutMachineLines,
  withoutNonIds,
  withoutSignatures,
  withoutSmallNumbers,
  withoutTechnicalText,
}

/** Returns the milliseconds of one call: the best of five rounds, each repeated until 20 ms. */
function bestMs(work: () => unknown): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const startedMs = performance.now()
    let calls = 0
    do {
      work()
      calls += 1
    } while (performance.now() - startedMs < MIN_MS)
    return (performance.now() - startedMs) / calls
  })
  return Math.min(...rounds)
}

/** Texts that are repeated. */
const PIECES = ['\n', ' ', '\t\n', 'a', '1', '"', '<', '_-', '> ', 'at x', 'File "']

it.each(Object.entries(FUNCTIONS))(
  '%s takes time in proportion to the length of the text',
  (_, search) => {
    for (const piece of PIECES) {
      const of = (size: number) => piece.repeat(size / piece.length)
      const [half, whole] = [of(32 * KIB), of(64 * KIB)].map((text) => bestMs(() => search(text)))
      expect(whole, `${JSON.stringify(piece)}: ${half} ms for 32 KiB`).toBeLessThan(3 * (half ?? 0))
    }
  },
  300_000,
)
