import { problemOfCode } from '@/contract/console/errors'
import type { Problem } from '@/contract/console/problem'
import { ProblemError } from '@/contract/console/problem-error'

/** The problem details of any error a query or mutation ended with; one that has none is the console's own defect. */
export function problemOf(error: Error): Problem {
  if (error instanceof ProblemError) return error.problem
  return {
    ...problemOfCode('internal_error'),
    status: 0,
    detail: 'The answer could not be read. If it stays so, tell whoever runs the console.',
  }
}
