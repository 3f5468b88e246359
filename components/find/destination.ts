import type { FindHit } from '@/lib/find/find-result'
import type { IndexedObject } from '@/lib/objects/indexed-objects'

/** A page that the Find box can open: a hit, or an object that was seen before. */
export interface Destination {
  kind: FindHit['kind']
  id: string
  label: string
  /** The object for its row in the results; absent when only the label is known. */
  object?: IndexedObject | undefined
  /** True for an object as it was last seen: it was not read now. */
  isFromIndex?: true
  /** As in `IndexedObject`. */
  isApiCustomer?: true | undefined
}

export const KIND_LABELS: Record<FindHit['kind'], string> = {
  subscription: 'Subscription',
  invoice: 'Invoice',
  customer: 'Customer',
}

/** Returns a key that is unique across kinds; IDs are unique within a kind only. */
export const keyOf = ({ kind, id }: Destination) => `${kind} ${id}`

/** Formats an ID for display, in quotation marks when spaces around it are part of it. */
export const shownId = (id: string) => (id === id.trim() ? id : `“${id}”`)
