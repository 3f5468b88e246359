import { createLoader, type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import { CHECK_VERDICTS } from '@/contract/console/checks'
import type { ConsoleInput } from '@/contract/console/operations'
import { listSearchParams } from '../../_lists/list-search'

const { after, before, pageSize } = listSearchParams

export const checkSearchParams = {
  after,
  before,
  pageSize,
  verdict: parseAsStringLiteral([...CHECK_VERDICTS, 'changed']),
}

export const loadCheckSearch = createLoader(checkSearchParams)

/** Converts the URL parameters to a query. */
export const checkInput = (
  checkId: string,
  search: inferParserType<typeof checkSearchParams>,
): ConsoleInput<'getCheck'> => ({
  checkId,
  after: search.after ?? undefined,
  before: search.before ?? undefined,
  pageSize: search.pageSize,
  verdict: search.verdict ?? undefined,
})
