import { AsyncLocalStorage } from 'node:async_hooks'
import { problemError } from '../problem'
import type { Slots } from '../slots'

/**
 * Starts a download, which holds a slot of its kind until it ends in any way, so that pages stay responsive.
 * @throws ProblemError `console_busy` when no slot is free; and as the first piece
 */
export function startDownload<Piece>(slots: Slots, pieces: AsyncGenerator<Piece>): Promise<AsyncIterator<Piece>> {
  return startGenerator(withinSlot(slots, pieces))
}

async function* withinSlot<Piece>(slots: Slots, pieces: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
  if (!slots.take())
    throw problemError(
      'console_busy',
      `${slots.most} downloads of this kind are already running. Try again when one of them has finished.`,
    )
  try {
    yield* pieces
  } finally {
    slots.release()
  }
}

/**
 * Runs a generator up to its first value. Later values are made in the same trace. Throws its errors up to there. Afterwards an early end runs its `finally`
 * block, which JavaScript skips for a generator that has not started.
 */
async function startGenerator<Piece>(pieces: AsyncGenerator<Piece>): Promise<AsyncIterator<Piece>> {
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
