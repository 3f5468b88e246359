import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pieces } from '@/contract/pieces'

/** The longest time between two yields to the event loop. */
const MAX_MS = 20

/** Returns a short computation as one piece. */
export function* inOnePiece<Result>(run: () => Result): Pieces<Result> {
  yield
  return run()
}

/** Runs a computation in pieces, and lets other work run in between. */
export async function runInPieces<Result>(pieces: Pieces<Result>): Promise<Result> {
  for (let startedAtMs = performance.now(); ;) {
    const piece = pieces.next()
    if (piece.done === true) return piece.value
    if (performance.now() - startedAtMs < MAX_MS) continue
    await nextTurn()
    startedAtMs = performance.now()
  }
}
