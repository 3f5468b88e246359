import type { WriteOperation } from '@/contract/console/write-operation'

/** What waits for a person before what finds its end by itself; else in the order given. */
export const needsSomebodyFirst = (operations: readonly WriteOperation[]): WriteOperation[] =>
  operations.toSorted((a, b) => Number(b.state === 'NEEDS_REVIEW') - Number(a.state === 'NEEDS_REVIEW'))
