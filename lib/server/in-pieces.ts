import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pieces } from '@/contract/pieces'

/** The longest time between two yields to the event loop. */
const MAX_MS = 20

/** Returns a short computation as one piece. */
export function* inOnePiece<Result>(run: () => Result): Pieces<Result> {
  yield
  return run()
}

let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Runs a computation in pieces. Long computations take turns, so that short ones wait for one piece, not one of each.
 * @throws the signal's reason when it aborts between two pieces: nothing else frees what the computation holds
 */
export async function runInPieces<Result>(pieces: Pieces<Result>, signal?: AbortSignal): Promise<Result> {
  for (let startedAtMs = performance.now(); ;) {
    const piece = pieces.next()
    if (piece.done === true) return piece.value
    if (performance.now() - startedAtMs < MAX_MS) continue
    lastTurn = lastTurn.then(() => nextTurn())
    await lastTurn
    signal?.throwIfAborted()
    startedAtMs = performance.now()
  }
}
