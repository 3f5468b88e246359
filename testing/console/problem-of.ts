import type { Problem } from '@/contract/console/problem'
import { ProblemError } from '@/lib/server/problem'

/** The problem an asynchronous call fails with; an error where it does not fail with one. */
export async function problemOf(call: Promise<unknown>): Promise<Problem> {
  try {
    await call
  } catch (error) {
    if (error instanceof ProblemError) return error.problem
    throw error
  }
  throw new Error('The call was expected to fail with a problem')
}
