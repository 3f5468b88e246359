/*
 * Saved views: the filters and the order of a list under a name. Without zod, because the browser loads it too.
 */

/** The lists that have views. The page of each is at `/` and this name. */
export const VIEW_LISTS = ['subscriptions', 'invoices', 'customers', 'activity'] as const
export type ViewList = (typeof VIEW_LISTS)[number]

/** The views that a person has, of one source. */
export const MAX_VIEWS = 100
/** The views that all people of a source share. */
export const MAX_SHARED_VIEWS = 200
export const MAX_VIEW_NAME_CHARS = 80

/** The filters and the order in the address of a list, without its page. Defaults may be absent. */
export type ViewQuery = Record<string, string>

export interface SavedView {
  id: string
  list: ViewList
  /** Unique for its owner and list. */
  name: string
  /** With all defaults; null when the filters no longer fit the list. */
  query: ViewQuery | null
  isShared: boolean
  /** When it was saved or changed last, UTC ISO 8601. */
  savedAt: string
  /** The owner's name when it was saved. */
  owner: string
  isMine: boolean
  /** True for the owner, and for an admin when it is shared. */
  canChange: boolean
}

/** The user's views and those that others share, sorted by name. */
export interface SavedViews {
  views: SavedView[]
}

export interface ViewsChanged extends SavedViews {
  accepted: true
}
