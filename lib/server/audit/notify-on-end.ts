/** How a file ended: to its last byte, given up by whoever took it, or by a failure. */
export type FileEnd = 'finished' | 'left' | 'broken'

/**
 * The same bytes. `tell` hears how they ended, once, and before whoever takes them does.
 * @param tell never fails
 */
export function notifyOnEnd(
  bytes: AsyncIterator<Uint8Array>,
  tell: (end: FileEnd) => Promise<void>,
): AsyncIterator<Uint8Array> {
  let told: Promise<void> | undefined
  const end = (how: FileEnd) => (told ??= tell(how))
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
