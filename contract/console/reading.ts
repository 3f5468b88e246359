/** What a tolerant reader noticed: the billing API sent something other than its interface document says. */
export interface DriftItem {
  /** Where, as in the response: `plan.prices[3].price.status`. */
  path: string
  kind: 'missing' | 'unreadable' | 'unknownValue' | 'unknownField' | 'repeated'
  /** What was sent, shortened to 200 characters; null where nothing was. */
  received: string | null
}

/** At most this many items of drift travel; `total` counts all of them. */
export const DRIFT_SHOWN = 200

export interface Drift {
  items: DriftItem[]
  total: number
}

/** Stands in the place of a value that was sent and could not be read: what was sent, shortened to 80 characters. */
export interface Unreadable {
  unreadable: string
}
