import type { InvalidateQueryFilters } from '@tanstack/react-query'

/** What a cancel or delete that has moved on may have changed: all but itself. */
export const queriesAffectedByChange = {
  predicate: ({ queryKey: [name] }) => name !== 'getChange',
} satisfies InvalidateQueryFilters
