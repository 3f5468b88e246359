import { problemError } from '../problem'

/**
 * Returns the query of a request as fields.
 * @throws ProblemError `invalid_request` when a name is repeated
 */
export function readQuery(request: Request): Record<string, string> {
  const { searchParams } = new URL(request.url)
  const fields = Object.fromEntries(searchParams)
  if (Object.keys(fields).length < [...searchParams].length)
    throw problemError('invalid_request', 'A query parameter was sent more than once. Send each once.')
  return fields
}
