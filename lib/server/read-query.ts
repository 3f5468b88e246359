import 'server-only'
import { z } from 'zod'
import { problemError, type ProblemError } from './problem'

const NoQuery = z.strictObject({})

/**
 * The query of a request, checked against a strict schema; an unknown or repeated name is an error. Without a schema there
 * must be no query.
 * @throws ProblemError `invalid_request`
 */
export function readQuery(request: Request): object
export function readQuery<Schema extends z.ZodType>(request: Request, schema: Schema): z.infer<Schema>
export function readQuery(request: Request, schema: z.ZodType = NoQuery): unknown {
  const { searchParams } = new URL(request.url)
  const names = [...searchParams.keys()]
  if (new Set(names).size < names.length)
    throw problemError('invalid_request', 'A query parameter was given more than once. Give each once.')
  const checked = schema.safeParse(Object.fromEntries(searchParams))
  if (!checked.success) throw invalidRequest(checked.error)
  return checked.data
}

/** What is wrong with a request, field by field, without the values sent. */
export function invalidRequest(error: z.ZodError): ProblemError {
  const reasons = error.issues.slice(0, 5).map(({ path, message }) => [...path, message].join(': '))
  return problemError('invalid_request', `The request is not allowed. ${reasons.join('; ')}.`)
}
