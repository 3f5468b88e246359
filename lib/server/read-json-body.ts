import 'server-only'
import type { z } from 'zod'
import { problemError } from './problem'
import { invalidRequest } from './read-query'

const MAX_BODY_BYTES = 16 * 1024

/**
 * A write's JSON body of at most 16 KiB, checked against its schema.
 * @throws ProblemError `unsupported_media_type` `payload_too_large` `invalid_request`
 */
export async function readJsonBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const mediaType = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json')
    throw problemError('unsupported_media_type', 'Send the body as JSON, with content-type: application/json.')
  const checked = schema.safeParse(parseJson(await readText(request)))
  if (!checked.success) throw invalidRequest(checked.error)
  return checked.data
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BODY_BYTES)
      throw problemError('payload_too_large', 'The body is larger than 16 KiB. Shorten it and send it again.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw problemError('invalid_request', 'The body is not valid JSON.')
  }
}
