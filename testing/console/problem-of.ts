import type { Problem } from '@/lib/core/problem'
import { ProblemError } from '@/lib/core/server/problem'

/** Returns the problem that an asynchronous call rejects with. @throws Error when the call rejects with no problem */
export async function problemOf(call: Promise<unknown>): Promise<Problem> {
  try {
    await call
  } catch (error) {
    if (error instanceof ProblemError) return error.problem
    throw error
  }
  throw new Error('The call was expected to fail with a problem')
}
