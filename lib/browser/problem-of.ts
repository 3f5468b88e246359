import { problemOfCode } from '@/contract/console/errors'
import type { Problem } from '@/contract/console/problem'
import { ProblemError } from '@/contract/console/problem-error'

/** By this name the bundler's loader throws where code that comes with its first use does not. */
const CODE_DID_NOT_COME = 'ChunkLoadError'

/** The problem details of any error a query or mutation ended with; one that has none is the console's own defect. */
export function problemOf(error: Error): Problem {
  if (error instanceof ProblemError) return error.problem
  if (error.name === CODE_DID_NOT_COME)
    return {
      ...problemOfCode('unreachable'),
      title: 'The console cannot be reached',
      status: 0,
      detail: 'This could not be loaded. Check your network and try again.',
    }
  return {
    ...problemOfCode('internal_error'),
    status: 0,
    detail: 'The answer could not be read. If it stays so, tell whoever runs the console.',
  }
}
