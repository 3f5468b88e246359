/** One difference between a response of the billing API and the interface document. */
export interface DriftItem {
  /** The path in the response: `plan.prices[3].price.status`. */
  path: string
  kind: 'missing' | 'unreadable' | 'unknownValue' | 'unknownField' | 'repeated'
  /** The value that was sent, shortened to 200 characters; null when missing. */
  received: string | null
}

/** The most drift items in a response of the console; `total` counts all. */
export const DRIFT_SHOWN = 200

export interface Drift {
  items: DriftItem[]
  total: number
}

/** Replaces a value that could not be parsed: the text that was sent, shortened to 80 characters. */
export interface Unreadable {
  unreadable: string
}
