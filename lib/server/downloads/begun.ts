/**
 * Runs a generator up to its first piece. What fails before that is thrown here, and from then on an early end runs the
 * generator's `finally`, which it does not before it was begun.
 */
export async function begun<Piece>(pieces: AsyncGenerator<Piece>): Promise<AsyncIterator<Piece>> {
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
