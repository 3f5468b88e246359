import { useQueryStates } from 'nuqs'
import type { InputOf } from '@/lib/api'
import { filterSearchParams } from './search-params'

/** The filters of a whole ledger; a missing one is undefined. */
export type LedgerFilter = Omit<InputOf<'exportTransactions'>, 'externalId' | 'form'>
export type FilterField = keyof typeof filterSearchParams

/** The filters, in the URL: each change is a history entry. */
export function useLedgerFilter() {
  const [fields, setFields] = useQueryStates(filterSearchParams, { history: 'push' })
  const filter: LedgerFilter = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  return {
    /** As in the URL; null for a filter that is not set. */
    fields,
    /** Undefined when no filter is set. */
    filter: Object.keys(filter).length > 0 ? filter : undefined,
    setFields: (changed: Partial<typeof fields>) => void setFields(changed),
    clear: () => void setFields(null),
  }
}
