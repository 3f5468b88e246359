import { problemError, type ProblemError } from '@/lib/core/server/problem'
import { CHECK_ADDRESS } from '../response-problem'
import { FieldReader, type ReadingContext } from './field-reader'
import { objectOf } from './scalars'

/**
 * Opens a response that must be an object with an `id`. Any other 2xx body is an error (gaps.md, Success codes).
 * @throws ProblemError `unreadable_response`
 */
export function responseReader(json: unknown, context: ReadingContext): { id: string; fields: FieldReader } {
  const source = objectOf(json)
  if (!source) throw unexpectedBodyProblem()
  const fields = FieldReader.ofResponse(source, context)
  const id = fields.text('id')
  if (typeof id !== 'string' || id === '') throw unexpectedBodyProblem()
  return { id, fields }
}

export function unexpectedBodyProblem(): ProblemError {
  return problemError(
    'unreadable_response',
    'The billing API responded, but not with what its interface document promises here. Retry; if this continues, contact the person who runs the console.',
    CHECK_ADDRESS,
  )
}
