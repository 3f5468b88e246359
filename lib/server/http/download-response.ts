import type { Download } from '@/contract/console/download'
import { contentDisposition } from '../downloads/file-name'
import { log, logFieldsOf } from '../log'

/** A download that nobody has taken anything of for so long is given up, so that it does not hold a place for ever. */
const MOST_STANDSTILL_MS = 10 * 60 * 1000

/** A file as a response, made no faster than it is taken. Whoever goes away ends its making. */
export function downloadResponse(
  { fileName, mediaType, bytes }: Download,
  { method, signal }: Request,
  requestId: string,
): Response {
  const headers = {
    'content-type': mediaType,
    'content-disposition': contentDisposition(fileName),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  }
  if (method !== 'HEAD') return new Response(streamOf(bytes, signal, requestId), { headers })
  void bytes.return?.()
  return new Response(null, { headers })
}

function streamOf(
  bytes: AsyncIterator<Uint8Array>,
  signal: AbortSignal,
  requestId: string,
): ReadableStream<Uint8Array> {
  const stop = () => {
    clearTimeout(standstill)
    signal.removeEventListener('abort', stop)
    void bytes.return?.()
  }
  let standstill = setTimeout(stop, MOST_STANDSTILL_MS)
  signal.addEventListener('abort', stop, { once: true })
  // Whoever went while the first piece was made is heard by nobody else.
  if (signal.aborted) stop()
  return new ReadableStream({
    async pull(controller) {
      clearTimeout(standstill)
      try {
        const { done, value } = await bytes.next()
        if (!done) {
          controller.enqueue(value)
          standstill = setTimeout(() => {
            stop()
            controller.error(new Error('Nobody took the download any more'))
          }, MOST_STANDSTILL_MS)
          return
        }
        stop()
        controller.close()
      } catch (error) {
        log().error({ event: 'download', requestId, ...logFieldsOf(error) })
        stop()
        controller.error(error)
      }
    },
    cancel: stop,
  })
}
