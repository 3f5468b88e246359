/** A long computation that may be left for a moment wherever it yields. */
export type Pieces<Result> = Generator<void, Result>

/** Runs it without a break. */
export function runToEnd<Result>(pieces: Pieces<Result>): Result {
  for (;;) {
    const piece = pieces.next()
    if (piece.done === true) return piece.value
  }
}
