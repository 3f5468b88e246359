import { z } from 'zod'
import type { ConsoleOperation } from '@/contract/console/operation'
import { problemError, type ProblemError } from '../problem'

/** The media type of an HTML form that is submitted without scripts. */
export const FORM_MEDIA_TYPE = 'application/x-www-form-urlencoded'

const MAX_BODY_BYTES = 64 * 1024
const Fields = z.record(z.string(), z.unknown())

/** Returns the media type of a body, in lower case and without parameters. */
export const mediaTypeOf = (headers: Headers): string | undefined =>
  headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()

/**
 * Returns the fields of path and query, or of path and body. The caller has checked the origin.
 * @throws ProblemError `invalid_request` when a field is repeated or in both; `unsupported_media_type`, `payload_too_large`
 */
export async function readInput(
  request: Request,
  { method, kind, maxBodyBytes = MAX_BODY_BYTES }: Pick<ConsoleOperation, 'method' | 'kind' | 'maxBodyBytes'>,
  params: object,
): Promise<object> {
  const query = readQuery(request)
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
  if (takesForm && mediaType === FORM_MEDIA_TYPE) return readForm(await readText(request, maxBytes))
  if (mediaType !== 'application/json')
    throw problemError('unsupported_media_type', 'Send the body as JSON, with content-type: application/json.')
  const fields = Fields.safeParse(parseJson(await readText(request, maxBytes)))
  if (fields.success) return fields.data
  throw problemError('invalid_request', 'The body is not a JSON object.')
}

/** A larger body must be a plain list: many parts of JSON would block other requests while they are parsed. */
const MAX_PARTS = 20_000

/** Searches for each sign: to look at every character of 2 MiB would itself block other requests for 15 ms. */
function hasTooManyParts(text: string): boolean {
  let parts = 0
  for (const sign of ',[{')
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
      parts += 1
      if (parts > MAX_PARTS) return true
    }
  return false
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  if (bytes > MAX_BODY_BYTES && hasTooManyParts(text))
    throw problemError('payload_too_large', 'The body has too many parts for its size. Send a list of IDs only.')
  return text
}

const tooLarge = (maxBytes: number): ProblemError =>
  problemError('payload_too_large', `The body is larger than ${maxBytes / 1024} KiB. Shorten it and send it again.`)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw problemError('invalid_request', 'The body is not valid JSON.')
  }
}

/** @throws ProblemError `invalid_request` when a field is repeated */
function readForm(text: string): Record<string, unknown> {
  const pairs = [...new URLSearchParams(text)]
  const fields = Object.fromEntries(pairs)
  if (Object.keys(fields).length === pairs.length) return fields
  throw problemError('invalid_request', 'A form field was sent more than once.')
}

function readQuery(request: Request): Record<string, string> {
  const { searchParams } = new URL(request.url)
  const fields = Object.fromEntries(searchParams)
  if (Object.keys(fields).length < [...searchParams].length)
    throw problemError('invalid_request', 'A query parameter was sent more than once. Send each once.')
  return fields
}
