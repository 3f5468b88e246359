import { BUILD, BUILD_HEADER } from '@/contract/console/request-headers'
import { streamBody } from './stream-body'

/** Longer lists are sent in parts of this many items. */
const ITEMS_A_PART = 1_000
/** Shorter texts are buffered before they are written. */
const MIN_CHARACTERS = 16 * 1024
/** A client that reads a long response for longer is cut off, because the whole output stays in memory until then. */
const MAX_MS = 2 * 60_000

/** Returns a JSON text as a response that must not be cached. */
export function jsonResponse(
  body: string,
  requestId: string,
  { status = 200, type = 'application/json' } = {},
): Response {
  // Without a length Node sends the body in chunks, each with its own write.
  const headers = { ...headersOf(requestId, type), 'content-length': String(Buffer.byteLength(body)) }
  return new Response(body, { status, headers })
}

/**
 * Returns the output of an operation as a response that must not be cached. An output with a long list is serialized
 * while the client reads it, so that its text is never in memory as a whole.
 */
export function outputResponse(output: unknown, request: Request, requestId: string, status: number): Response {
  if (!hasLongList(output)) return jsonResponse(JSON.stringify(output), requestId, { status })
  const body =
    request.method === 'HEAD' ? null : streamBody(encoded(objectInParts(output)), request, requestId, { maxMs: MAX_MS })
  return new Response(body, { status, headers: headersOf(requestId, 'application/json') })
}

function headersOf(requestId: string, type: string) {
  return {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    [BUILD_HEADER]: BUILD,
  }
}

function hasLongList(output: unknown): output is object {
  return Object.values(Object(output)).some((field) => Array.isArray(field) && field.length > ITEMS_A_PART)
}

/** Produces the same text as `JSON.stringify`. */
function* objectInParts(object: object): Generator<string> {
  let before = '{'
  for (const [name, field] of Object.entries(object)) {
    if (field === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    if (Array.isArray(field)) yield* listInParts(field)
    else yield JSON.stringify(field)
    before = ','
  }
  yield '}'
}

function* listInParts(list: readonly unknown[]): Generator<string> {
  for (let start = 0; start < list.length; start += ITEMS_A_PART) {
    const part = JSON.stringify(list.slice(start, start + ITEMS_A_PART)).slice(1, -1)
    yield `${start === 0 ? '[' : ','}${part}`
  }
  yield list.length === 0 ? '[]' : ']'
}

async function* encoded(texts: Iterable<string>): AsyncGenerator<Uint8Array> {
  let ready = ''
  for (const text of texts) {
    ready += text
    if (ready.length < MIN_CHARACTERS) continue
    yield Buffer.from(ready)
    ready = ''
  }
  yield Buffer.from(ready)
}
