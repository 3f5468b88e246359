import type { CustomFetchOptions } from 'openid-client'

/** Larger than the keys or claims of any provider. */
const MAX_BYTES = 1024 * 1024

/**
 * Fetches a response of at most 1 MiB.
 * @throws RangeError when the response is larger
 */
export async function cappedFetch(url: string, { body: sent, ...options }: CustomFetchOptions): Promise<Response> {
  const body = sent instanceof Uint8Array ? new Uint8Array(sent) : sent
  const { body: received, status, headers } = await fetch(url, { ...options, body })
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of received ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new RangeError('The response is larger than 1 MiB')
    chunks.push(chunk)
  }
  return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, headers })
}
