import type { Pieces } from '@/contract/pieces'

/**
 * Runs a computation to its end.
 * @param workDone the units of work so far, such as the values handled
 * @returns the number of pieces, and the most work between two yields
 */
export function measurePieces(pieces: Pieces<unknown>, workDone: () => number = () => 0) {
  let [count, longest] = [0, 0]
  for (let isDone = false; !isDone; count += 1) {
    const before = workDone()
    isDone = pieces.next().done === true
    longest = Math.max(longest, workDone() - before)
  }
  return { count, longest }
}
