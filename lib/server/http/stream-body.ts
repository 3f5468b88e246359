import { log, logFieldsOf } from '../log'

/** A response that its client has not read for this long is given up, so that it releases its slot. */
const MAX_STANDSTILL_MS = 10 * 60 * 1000

/**
 * Returns bytes as a response body, with backpressure. Stops producing them when the client leaves.
 * @param request kept referenced, because the signal of a collected request never aborts
 * @param options `maxMs` bounds the total time
 */
export function streamBody(
  bytes: AsyncIterator<Uint8Array>,
  request: Request,
  requestId: string,
  { maxMs }: { maxMs?: number } = {},
): ReadableStream<Uint8Array> {
  let isOver = false
  const stop = () => {
    isOver = true
    clearTimeout(standstill)
    clearTimeout(total)
    request.signal.removeEventListener('abort', stop)
    void bytes.return?.()
  }
  let standstill = setTimeout(stop, MAX_STANDSTILL_MS)
  // A timer, because a signal known only to `AbortSignal.any` may be collected too early.
  const total = maxMs === undefined ? undefined : setTimeout(stop, maxMs)
  request.signal.addEventListener('abort', stop, { once: true })
  // The client may have left while the first chunk was produced, before the listener was added.
  if (request.signal.aborted) stop()
  return new ReadableStream({
    async pull(controller) {
      clearTimeout(standstill)
      try {
        const { done, value } = await bytes.next()
        if (isOver) {
          controller.error(new Error('The client left'))
          return
        }
        if (!done) {
          controller.enqueue(value)
          standstill = setTimeout(() => {
            stop()
            controller.error(new Error('The client stopped reading'))
          }, MAX_STANDSTILL_MS)
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
