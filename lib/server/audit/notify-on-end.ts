/** How a file ended: after the last byte, abandoned by the client, or by an error. */
export type FileEnd = 'finished' | 'left' | 'broken'

/**
 * Returns the same bytes, and calls `onEnd` once before the consumer sees the end.
 * @param onEnd must not reject
 */
export function notifyOnEnd(
  bytes: AsyncIterator<Uint8Array>,
  onEnd: (end: FileEnd) => Promise<void>,
): AsyncIterator<Uint8Array> {
  let notified: Promise<void> | undefined
  const end = (how: FileEnd) => (notified ??= onEnd(how))
  return {
    async next() {
      try {
        const step = await bytes.next()
        if (step.done) await end('finished')
        return step
      } catch (error) {
        await end('broken')
        throw error
      }
    },
    async return() {
      await bytes.return?.()
      await end('left')
      return { done: true, value: undefined }
    },
  }
}
