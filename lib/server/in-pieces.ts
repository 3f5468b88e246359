import { setImmediate as nextTurn } from 'node:timers/promises'

/** A long computation that may be left for a moment wherever it yields. */
export type Pieces<Result> = Generator<void, Result>

/** How long one may keep everybody else waiting. */
const MOST_MS = 20

/** What takes no time, as one piece. */
export function* onePiece<Result>(run: () => Result): Pieces<Result> {
  yield
  return run()
}

/** Runs it without a break. */
export function atOnce<Result>(pieces: Pieces<Result>): Result {
  for (;;) {
    const piece = pieces.next()
    if (piece.done === true) return piece.value
  }
}

/** Runs it piece by piece, others being served in between. */
export async function inPieces<Result>(pieces: Pieces<Result>): Promise<Result> {
  for (let begunAtMs = performance.now(); ;) {
    const piece = pieces.next()
    if (piece.done === true) return piece.value
    if (performance.now() - begunAtMs < MOST_MS) continue
    await nextTurn()
    begunAtMs = performance.now()
  }
}
