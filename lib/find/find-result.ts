import type { IndexedObject } from '@/lib/objects/indexed-objects'
import type { Problem } from '@/lib/core/problem'

/** A resource that an id belongs to. The console looks the id up in all three resources at once. */
export interface FindHit {
  kind: 'subscription' | 'invoice' | 'customer'
  id: string
  /** "Scale · active", "Invoice 1042 · paid", "312 transactions". */
  label: string
  /** A ledger without entries. Some APIs return it for unknown customers, so it does not prove that the customer exists. */
  empty?: true
  /** As in `IndexedObject`. */
  isApiCustomer?: true
  /** The object as its response shows it. */
  object?: IndexedObject
}

export interface FindResult {
  hits: FindHit[]
  /** The resources that could not be read, and why. The search is incomplete while there are any. */
  unanswered: UnansweredKind[]
  /** The objects of the index with this name, newest response first; null when the index could not be searched. */
  indexed: IndexedObject[] | null
  /** At most eight objects of the index whose names have this part, or differ by one character, when nothing has this name. */
  similar: IndexedObject[]
}

export interface UnansweredKind extends Pick<Problem, 'detail' | 'technicalDetail'> {
  kind: FindHit['kind']
}
