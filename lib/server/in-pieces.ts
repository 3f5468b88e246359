import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pieces } from '@/contract/pieces'

/** How long one may keep everybody else waiting. */
const MOST_MS = 20

/** What takes no time, as one piece. */
export function* onePiece<Result>(run: () => Result): Pieces<Result> {
  yield
  return run()
}

/** Runs a computation piece by piece, others being served in between. */
export async function inPieces<Result>(pieces: Pieces<Result>): Promise<Result> {
  for (let begunAtMs = performance.now(); ;) {
    const piece = pieces.next()
    if (piece.done === true) return piece.value
    if (performance.now() - begunAtMs < MOST_MS) continue
    await nextTurn()
    begunAtMs = performance.now()
  }
}
