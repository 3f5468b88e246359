import { ProblemError } from '@/contract/console/problem-error'
import { isRefusal } from '@/lib/domain/change/is-refusal'

/**
 * Returns the page, or null when it is past the end. Some APIs refuse such a page instead of sending an empty one, so a
 * refusal of any page but the first counts as past the end.
 * @throws any other rejection of `reading`
 */
export async function pageOrPastEnd<Page>(page: number, reading: Promise<Page>): Promise<Page | null> {
  try {
    return await reading
  } catch (error) {
    if (page > 1 && error instanceof ProblemError && isRefusal(error.problem)) return null
    throw error
  }
}
