import type { Problem } from './problem'

/** A failure with everything a person may be told of it, in the browser and on the server. `cause` is for logs only. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  constructor(
    readonly problem: Problem,
    options?: ErrorOptions,
  ) {
    super(`${problem.code}: ${problem.detail}`, options)
  }
}
