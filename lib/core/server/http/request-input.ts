import type { OperationLine } from '../../operations'
import { z } from 'zod'
import { problemError, ProblemError } from '../problem'

/** The media type of an HTML form that is submitted without scripts. */
export const FORM_MEDIA_TYPE = 'application/x-www-form-urlencoded'

const MAX_BODY_BYTES = 64 * 1024
/** More than any operation has: each further one would be named as unknown. */
const MAX_FIELDS = 100
const Fields = z.custom<Record<string, unknown>>(
  (body) => typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length <= MAX_FIELDS,
)

/** Returns the media type of a body, in lower case and without parameters. */
export const mediaTypeOf = (headers: Headers): string | undefined =>
  headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()

/**
 * Returns the fields of path and query, or of path and body. The caller has checked the origin.
 * @throws ProblemError `invalid_request` when a field is repeated or in both; `unsupported_media_type`, `payload_too_large`
 */
export async function readInput(
  request: Request,
  {
    method,
    kind,
    maxBodyBytes = MAX_BODY_BYTES,
  }: Pick<OperationLine, 'method' | 'kind'> & { maxBodyBytes?: number | undefined },
  params: object,
): Promise<object> {
  const query = fieldsOf(new URL(request.url).searchParams)
  const hasBody = method !== 'GET'
  if (hasBody && Object.keys(query).length > 0)
    throw problemError('invalid_request', 'This path takes no query. Send the fields in the body.')
  const fields = hasBody ? await readBody(request, { takesForm: kind === 'session', maxBytes: maxBodyBytes }) : query
  const repeated = Object.keys(params).find((name) => Object.hasOwn(fields, name))
  if (repeated !== undefined)
    throw problemError(
      'invalid_request',
      `The path contains ${repeated}. Leave it out of the ${hasBody ? 'body' : 'query'}.`,
    )
  return { ...fields, ...params }
}

/** What a request body may be. */
interface BodyLimits {
  takesForm: boolean
  maxBytes: number
}

/** Returns the fields of a request body: JSON, or form data if the operation accepts it. */
async function readBody(request: Request, { takesForm, maxBytes }: BodyLimits): Promise<Record<string, unknown>> {
  const mediaType = mediaTypeOf(request.headers)
  if (takesForm && mediaType === FORM_MEDIA_TYPE)
    return fieldsOf(new URLSearchParams(await readText(request, maxBytes)))
  if (mediaType !== 'application/json')
    throw problemError('unsupported_media_type', 'Send the body as JSON, with content-type: application/json.')
  const fields = Fields.safeParse(parseJson(await readText(request, maxBytes)))
  if (fields.success) return fields.data
  throw problemError('invalid_request', `The body is not a JSON object of at most ${MAX_FIELDS} fields.`)
}

/**
 * A larger body must be a plain list of short texts: many parts of JSON, or one text of 2 MiB, would block other requests while
 * they are decoded and parsed.
 */
const MAX_PARTS = 20_000
const MAX_TEXT_BYTES = 64 * 1024

/** Searches the bytes for each sign: to look at every character would itself block other requests. */
function isPlainList(body: Buffer): boolean {
  let parts = 0
  for (const sign of ',[{')
    for (let at = body.indexOf(sign); at >= 0; at = body.indexOf(sign, at + 1)) {
      parts += 1
      if (parts > MAX_PARTS) return false
    }
  let last = 0
  for (let at = body.indexOf('"'); at >= 0; at = body.indexOf('"', at + 1)) {
    if (at - last > MAX_TEXT_BYTES) return false
    last = at
  }
  return body.length - last <= MAX_TEXT_BYTES
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const body = await readBytes(request, maxBytes)
  if (body.length > MAX_BODY_BYTES && !isPlainList(body))
    throw problemError('payload_too_large', 'The body is too large for anything but a list of IDs. Send the IDs only.')
  return body.toString('utf8')
}

/** Returns a body as it was sent, for a signature of its bytes. @throws ProblemError `payload_too_large` */
export async function readBytes({ body, headers }: Request, maxBytes: number): Promise<Buffer> {
  if (Number(headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const tooLarge = (maxBytes: number): ProblemError =>
  problemError('payload_too_large', `The body is larger than ${maxBytes / 1024} KiB. Shorten it and send it again.`)

/** @throws ProblemError `invalid_request` when the text is not JSON, or has a field `__proto__`, which schemas do not see */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, refusePrototype)
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw problemError('invalid_request', 'The body is not valid JSON.')
  }
}

function refusePrototype(field: string, value: unknown): unknown {
  if (field === '__proto__')
    throw problemError('invalid_request', 'The request is not valid. __proto__: unknown field.')
  return value
}

/** @throws ProblemError `invalid_request` when a field is repeated */
function fieldsOf(sent: URLSearchParams): Record<string, string> {
  const fields = Object.fromEntries(sent)
  if (Object.keys(fields).length === sent.size) return fields
  throw problemError('invalid_request', 'A field was sent more than once. Send each once.')
}
