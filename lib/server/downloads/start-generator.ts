import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Runs a generator up to its first value. Later values are made in the same trace. Throws its errors up to there. Afterwards an early end runs its `finally`
 * block, which JavaScript skips for a generator that has not started.
 */
export async function startGenerator<Piece>(pieces: AsyncGenerator<Piece>): Promise<AsyncIterator<Piece>> {
  const first = await pieces.next()
  const inSameContext = AsyncLocalStorage.snapshot()
  let isFirst = true
  return {
    next: () => {
      if (!isFirst) return inSameContext(() => pieces.next())
      isFirst = false
      return Promise.resolve(first)
    },
    return: () => inSameContext(() => pieces.return(undefined)),
  }
}
