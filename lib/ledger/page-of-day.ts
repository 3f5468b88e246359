/** The numbers of entries before a UTC day, and on it. */
export interface DayPlace {
  before: number
  within: number
}

interface LedgerPages {
  /** The number of entries of the ledger, and of a page. */
  total: number
  size: number
  order: 'asc' | 'desc'
}

/** The page of a day. Pages count from 1. */
export interface DayPage {
  /** `day`: the first page with an entry of the day. `none`: that of the next entry after it, in the order shown. `beyond`: the last page. */
  kind: 'day' | 'none' | 'beyond'
  page: number
}

/** Returns the page on which a day starts, in the order shown. */
export function pageOfDay({ before, within }: DayPlace, { total, size, order }: LedgerPages): DayPage {
  const ahead = order === 'asc' ? before : Math.max(0, total - before - within)
  const kind = within > 0 ? 'day' : ahead >= total ? 'beyond' : 'none'
  return { kind, page: Math.floor(Math.max(0, Math.min(ahead, total - 1)) / size) + 1 }
}
