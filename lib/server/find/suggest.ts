import type { Suggestions } from '@/contract/console/find'
import type { ConsoleInput } from '@/contract/console/operations'
import { isStoreUnavailable } from '@/database/unavailable'
import { suggestObjects } from '../object-index/search-index'
import type { OperationContext } from '../operation-context'
import { problemError } from '../problem'
import { consoleStore } from '../store/console-store'

/**
 * Returns up to eight objects of the index that begin with the text. Asks the billing API nothing.
 * @throws ProblemError `store_unavailable`
 */
export async function suggest(
  { environment: { index } }: OperationContext,
  { text }: ConsoleInput<'suggest'>,
): Promise<Suggestions> {
  try {
    return { suggestions: await suggestObjects(await consoleStore(), index.source, text) }
  } catch (cause) {
    if (!isStoreUnavailable(cause)) throw cause
    throw problemError('store_unavailable', 'What your team has seen could not be searched. Try again in a moment.', {
      cause,
    })
  }
}
