import type { Problem } from './problem'

/** An error with the problem details that a person may see, in the browser and on the server. `cause` is for logs only. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  constructor(
    readonly problem: Problem,
    options?: ErrorOptions,
  ) {
    super(`${problem.code}: ${problem.detail}`, options)
  }
}

/** Returns the problem that was thrown. @throws any other error */
export function problemIn(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  throw error
}
