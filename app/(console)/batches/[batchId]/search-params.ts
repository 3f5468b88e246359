import { createLoader, type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import { BATCH_FILTERS } from '@/contract/console/batches'
import type { ConsoleInput } from '@/contract/console/operations'
import { listSearchParams } from '../../_lists/list-search'

const { after, before, pageSize } = listSearchParams

export const batchSearchParams = { after, before, pageSize, show: parseAsStringLiteral(BATCH_FILTERS) }

export const loadBatchSearch = createLoader(batchSearchParams)

/** Converts the URL parameters to a query. */
export const batchInput = (
  batchId: string,
  search: inferParserType<typeof batchSearchParams>,
): ConsoleInput<'getBatch'> => ({
  batchId,
  after: search.after ?? undefined,
  before: search.before ?? undefined,
  pageSize: search.pageSize,
  show: search.show ?? undefined,
})
