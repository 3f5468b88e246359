import type { Suggestions } from '@/contract/console/find'
import type { ConsoleInput } from '@/contract/console/operations'
import { suggestObjects } from '../object-index/search-index'
import type { OperationContext } from '../operation-context'
import { consoleStore } from '../store/console-store'

/**
 * Returns up to eight objects of the index that begin with the text. Asks the billing API nothing.
 * @throws Error when the store is unavailable (`toProblem` names it)
 */
export async function suggest(
  { environment: { index } }: OperationContext,
  { text }: ConsoleInput<'suggest'>,
): Promise<Suggestions> {
  return { suggestions: await suggestObjects(await consoleStore(), index.source, text) }
}
