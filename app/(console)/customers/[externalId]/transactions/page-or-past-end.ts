import { ProblemError } from '@/contract/console/problem-error'
import { isRefusal } from '@/lib/domain/change/is-refusal'

/**
 * What was read of a page; null where it is past the end, as a no to any page but the first says: some APIs refuse such a
 * page instead of sending an empty one.
 * @throws what `reading` does otherwise
 */
export async function pageOrPastEnd<Page>(page: number, reading: Promise<Page>): Promise<Page | null> {
  try {
    return await reading
  } catch (error) {
    if (page > 1 && error instanceof ProblemError && isRefusal(error.problem)) return null
    throw error
  }
}
