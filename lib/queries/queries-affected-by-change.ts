import type { InvalidateQueryFilters } from '@tanstack/react-query'

/** The queries that a change may affect: all except the change itself. */
export const queriesAffectedByChange = {
  predicate: ({ queryKey: [name] }) => name !== 'getChange',
} satisfies InvalidateQueryFilters
