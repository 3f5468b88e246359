import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pieces } from '@/contract/pieces'

/** The longest time between two yields to the event loop. */
const MAX_MS = 20

let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Runs a computation in pieces. Long computations take turns, so that a short one waits for one piece of one of them.
 * @throws the signal's reason when it aborts between two pieces
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
