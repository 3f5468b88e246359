import type { CustomFetchOptions } from 'openid-client'

/** More than any provider's keys or claims take. */
const MOST_BYTES = 1024 * 1024

/**
 * `fetch` of an answer of at most 1 MiB.
 * @throws RangeError where it is larger
 */
export async function cappedFetch(url: string, { body: sent, ...options }: CustomFetchOptions): Promise<Response> {
  const body = sent instanceof Uint8Array ? new Uint8Array(sent) : sent
  const { body: received, status, headers } = await fetch(url, { ...options, body })
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of received ?? []) {
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) throw new RangeError('The answer is larger than 1 MiB')
    chunks.push(chunk)
  }
  return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, headers })
}
