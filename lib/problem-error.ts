import type { Problem } from '@/contract/console/problem'

/** A failure with its problem details: thrown by `lib/http` in the browser and by `lib/server` on the server. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  constructor(readonly problem: Problem) {
    super(problem.detail)
  }
}
