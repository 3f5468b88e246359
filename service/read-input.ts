import { isJsonObject, parseExactJson } from '@/contract/exact-json'
import { JsonLimitError } from '@/contract/json-limits'
import type { BillingOperation } from '@/contract/billing/operations'
import type { Context } from 'hono'
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { invalidParameter, malformedRequest, unsupportedMediaType } from './refusals'
import { CallerGone } from './deadline'

export const MAX_BODY_BYTES = 64 * 1024
const MAX_BODY_DEPTH = 16

const quoted = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)

/**
 * Refuses a request whose address could be misread: without exactly one Host (RFC 9112, section 3.2), with bytes that are not ASCII,
 * with percent-encoding that is not UTF-8, or with `.`, `..`, `\` or `#` in the path, which URL parsing resolves or drops.
 * @param request with the target exactly as in the request line
 * @throws BillingError `malformed_request`
 */
export function checkRequestLine({
  url: target = '',
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'url' | 'rawHeaders' | 'httpVersion'>): void {
  // Node's `headers` has the first Host only.
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts === 0 && httpVersion === '1.1') throw malformedRequest('The header Host is missing. Send it.')
  if (hosts > 1) throw malformedRequest('The header Host was sent more than once. Send it once.')
  if (!/^[!-~]*$/.test(target))
    throw malformedRequest('The address contains a character that is not ASCII. Percent-encode it as UTF-8.')
  const [path = ''] = target.split('?', 1)
  const segments = decodedSegments(target, path)
  if (/[\\#]/.test(target) || segments.some((segment) => segment === '.' || segment === '..'))
    throw malformedRequest(
      'The address must not contain a bare # or backslash, or "." or ".." as a segment. Percent-encode an ID as one segment; the IDs "." and ".." are not allowed.',
    )
}

function decodedSegments(target: string, path: string): string[] {
  try {
    decodeURIComponent(target)
    return path.split('/').map(decodeURIComponent)
  } catch {
    throw malformedRequest(
      'The address contains percent-encoding that is not UTF-8. Encode IDs with encodeURIComponent.',
    )
  }
}

/** Returns the text of a whole-number parameter as a number, and any other text unchanged. */
function readQueryValue(field: unknown, text: string): unknown {
  const inner = field instanceof z.ZodDefault ? field.unwrap() : field
  return inner instanceof z.ZodNumber && /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : text
}

function readQuery(operation: BillingOperation, query: Record<string, string[]>): Record<string, unknown> {
  const allowed = operation.query.length === 0 ? 'none' : operation.query.join(', ')
  const read = Object.entries(query).map(([name, values]): [string, unknown] => {
    if (!operation.query.includes(name))
      throw invalidParameter(`The query parameter ${quoted(name)} is unknown. Leave it out. Allowed: ${allowed}.`)
    const [text = '', ...more] = values
    if (more.length > 0)
      throw invalidParameter(`The query parameter ${name} was sent ${values.length} times. Send it once.`)
    return [name, readQueryValue(operation.input.shape[name], text)]
  })
  return Object.fromEntries(read)
}

const MAX_REASON_CHARS = 200

function parseBody(text: string): unknown {
  try {
    return parseExactJson(text, { depth: MAX_BODY_DEPTH })
  } catch (error) {
    if (error instanceof JsonLimitError)
      throw malformedRequest(`The request body ${error.message}. Send a flatter one.`)
    const reason = error instanceof Error ? error.message : 'unknown'
    // The reason may quote a long body.
    throw malformedRequest(
      `The request body is not valid JSON: ${reason.slice(0, MAX_REASON_CHARS)}. Send a JSON object.`,
    )
  }
}

/** Reads the body until the signal aborts. Throws CallerGone when the body breaks off. */
function bytesOf({ req }: Context, signal: AbortSignal | undefined): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    req.arrayBuffer().then(resolve, () => reject(new CallerGone('the body broke off')))
  })
}

async function readBody(
  operation: BillingOperation,
  context: Context,
  signal: AbortSignal | undefined,
): Promise<Record<string, unknown>> {
  if (operation.body.length === 0) return {}
  const { req } = context
  const bytes = await bytesOf(context, signal)
  if (bytes.byteLength === 0) return {}
  const coding = (req.header('content-encoding') ?? 'identity').trim().toLowerCase()
  if (coding !== 'identity') throw unsupportedMediaType('as it is, without content-encoding')
  const mediaType = (req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json') throw unsupportedMediaType('as JSON, with content-type: application/json')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw malformedRequest('The request body is not UTF-8. Encode it as UTF-8.')
  }
  const parsed = parseBody(text)
  if (!isJsonObject(parsed)) throw malformedRequest('The request body is JSON, but not an object. Send a JSON object.')
  const unknown = Object.keys(parsed).find((name) => !operation.body.includes(name))
  if (unknown !== undefined)
    throw invalidParameter(
      `The body field ${quoted(unknown)} is unknown. Leave it out. Allowed: ${operation.body.join(', ')}.`,
    )
  return parsed
}

/**
 * Reads the input of an operation from path, query and body.
 * @param signal ends the wait for the body with its reason
 * @throws BillingError `malformed_request`, `invalid_parameter`, `unsupported_media_type`; CallerGone
 */
export async function readInput<Input extends z.ZodObject>(
  operation: BillingOperation & { input: Input },
  context: Context,
  signal?: AbortSignal,
): Promise<z.output<Input>> {
  const raw = {
    ...readQuery(operation, context.req.queries()),
    ...(await readBody(operation, context, signal)),
    ...context.req.param(),
  }
  for (const [name, value] of Object.entries(raw))
    // PostgreSQL text cannot store these characters, so no row has such an id.
    if (typeof value === 'string' && /\0|\p{Surrogate}/u.test(value))
      throw invalidParameter(`${name} contains a NUL character or half of a surrogate pair. Send it without them.`)
  const result = operation.input.safeParse(raw)
  if (result.success) return result.data
  throw invalidParameter(
    result.error.issues.map(({ path, message }) => `Check ${path.join('.')}. ${message}.`).join(' '),
  )
}
