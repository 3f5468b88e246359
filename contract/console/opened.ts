import type { IndexedCustomer, IndexedInvoice, IndexedSubscription } from './indexed-list'

/** The most objects that are listed as opened by a user. */
export const MAX_OPENED = 20

/** An object that the user opened, as its last response showed it. */
export type OpenedObject =
  | ({ kind: 'subscription' } & IndexedSubscription)
  | ({ kind: 'invoice' } & IndexedInvoice)
  | ({ kind: 'customer' } & IndexedCustomer)

/** What the user opened last, newest first. An object that the index does not have is left out. */
export interface OpenedList {
  opened: OpenedObject[]
}

/** The response to forgetting what the user opened. */
export interface OpenedForgotten {
  accepted: true
}
