import { problemOfCode } from './errors'
import type { Problem } from './problem'
import { ProblemError } from './problem-error'

/** The name of the bundler's error for a lazy chunk that did not load. */
const CHUNK_NOT_LOADED = 'ChunkLoadError'

/** Returns the problem details of an error of a query or mutation. An error without details is a defect of the console. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem
  if (error instanceof Error && error.name === CHUNK_NOT_LOADED)
    return {
      ...problemOfCode('unreachable'),
      title: 'The console cannot be reached',
      status: 0,
      detail:
        'This could not be loaded. Check your network and try again, or reload the page: the console may have been updated.',
    }
  return {
    ...problemOfCode('internal_error'),
    status: 0,
    detail: 'The response could not be read. If this continues, contact the person who runs the console.',
  }
}
