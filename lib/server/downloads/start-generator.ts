/**
 * Runs a generator up to its first value. Throws its errors up to there. Afterwards an early end runs its `finally`
 * block, which JavaScript skips for a generator that has not started.
 */
export async function startGenerator<Piece>(pieces: AsyncGenerator<Piece>): Promise<AsyncIterator<Piece>> {
  const first = await pieces.next()
  let isFirst = true
  return {
    next: () => {
      if (!isFirst) return pieces.next()
      isFirst = false
      return Promise.resolve(first)
    },
    return: () => pieces.return(undefined),
  }
}
