import type { InvalidateQueryFilters } from '@tanstack/react-query'

/** What a cancel or delete that has moved on may have changed: all but itself. */
export const everythingElse = {
  predicate: ({ queryKey: [name] }) => name !== 'getOperation',
} satisfies InvalidateQueryFilters
