import type { Download } from '@/contract/console/download'
import { contentDisposition } from '../downloads/file-name'
import { streamBody } from './responses'

/** Returns a file as a streamed response, with backpressure. Stops producing it when the client leaves. */
export function downloadResponse(
  { fileName, mediaType, bytes }: Download,
  request: Request,
  requestId: string,
): Response {
  const headers = {
    'content-type': mediaType,
    'content-disposition': contentDisposition(fileName),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  }
  if (request.method !== 'HEAD') return new Response(streamBody(bytes, request, requestId), { headers })
  void bytes.return?.()
  return new Response(null, { headers })
}
