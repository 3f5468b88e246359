/** A long computation that can pause wherever it yields. */
export type Pieces<Result> = Generator<void, Result>

/** Runs a computation without a pause. */
export function runToEnd<Result>(pieces: Pieces<Result>): Result {
  for (;;) {
    const piece = pieces.next()
    if (piece.done === true) return piece.value
  }
}
