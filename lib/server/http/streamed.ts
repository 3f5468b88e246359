import { log, logFieldsOf } from '../log'

/** What nobody has taken anything of for so long is given up, so that it does not hold a place for ever. */
const MOST_STANDSTILL_MS = 10 * 60 * 1000

/**
 * Bytes as the body of a response, made no faster than they are taken. Whoever goes away ends their making.
 * @param request kept until then: the signal of one that was collected never aborts
 * @param options `mostMs`: so long all of it may take
 */
export function streamed(
  bytes: AsyncIterator<Uint8Array>,
  request: Request,
  requestId: string,
  { mostMs }: { mostMs?: number } = {},
): ReadableStream<Uint8Array> {
  let isOver = false
  const stop = () => {
    isOver = true
    clearTimeout(standstill)
    clearTimeout(total)
    request.signal.removeEventListener('abort', stop)
    void bytes.return?.()
  }
  let standstill = setTimeout(stop, MOST_STANDSTILL_MS)
  // No signal of its own: one that only `AbortSignal.any` knows may be collected before its time.
  const total = mostMs === undefined ? undefined : setTimeout(stop, mostMs)
  request.signal.addEventListener('abort', stop, { once: true })
  // Whoever went while the first piece was made is heard by nobody else.
  if (request.signal.aborted) stop()
  return new ReadableStream({
    async pull(controller) {
      clearTimeout(standstill)
      try {
        const { done, value } = await bytes.next()
        if (isOver) {
          controller.error(new Error('Nobody takes the answer any more'))
          return
        }
        if (!done) {
          controller.enqueue(value)
          standstill = setTimeout(() => {
            stop()
            controller.error(new Error('Nobody took the answer any more'))
          }, MOST_STANDSTILL_MS)
          return
        }
        stop()
        controller.close()
      } catch (error) {
        log().error({ event: 'streamed', requestId, ...logFieldsOf(error) })
        stop()
        controller.error(error)
      }
    },
    cancel: stop,
  })
}
