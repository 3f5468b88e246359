import { expect, it } from 'vitest'
import { candidateIds } from './candidate-ids'
import { labelledIds, withJoinedIds } from './id-words'
import { withoutNonIds, withoutSmallNumbers } from './non-ids'
import { withoutMachineLines, withoutSignatures, withoutTechnicalText } from './ticket-text'

const KIB = 1024
const MIN_MS = 20
const ROUNDS = 5

/** The exported functions that search pasted text with expressions. */
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

/** Returns the milliseconds of one call, by as many calls as take 20 ms. */
function msOf(work: () => unknown): number {
  const startedMs = performance.now()
  let calls = 0
  do {
    work()
    calls += 1
  } while (performance.now() - startedMs < MIN_MS)
  return (performance.now() - startedMs) / calls
}

/** Texts that are repeated. */
const PIECES = ['\n', ' ', '\t\n', 'a', '1', '"', '<', '_-', '> ', 'at x', 'File "']

it.each(Object.entries(FUNCTIONS))(
  '%s takes time in proportion to the length of the text',
  (_, search) => {
    for (const piece of PIECES) {
      const of = (size: number) => piece.repeat(size / piece.length)
      const [half, whole] = [of(32 * KIB), of(64 * KIB)]
      // In turn, so that both meet what else the machine does.
      const rounds = Array.from(
        { length: ROUNDS },
        () => [msOf(() => search(half)), msOf(() => search(whole))] as const,
      )
      const [bestOfHalf, bestOfWhole] = [Math.min(...rounds.map(([ms]) => ms)), Math.min(...rounds.map(([, ms]) => ms))]
      expect(bestOfWhole, `${JSON.stringify(piece)}: ${bestOfHalf} ms for 32 KiB`).toBeLessThan(3 * bestOfHalf)
    }
  },
  300_000,
)
