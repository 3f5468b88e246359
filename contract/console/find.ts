import type { Problem } from './problem'

/** What an id turned out to be, asked of all three resources at once. */
export interface FindHit {
  kind: 'subscription' | 'invoice' | 'customer'
  id: string
  /** "Scale · active", "Invoice 1042 · paid", "312 transactions". */
  label: string
  /** A ledger without entries: some APIs answer an unknown customer so, hence it is no proof of a customer. */
  empty?: true
}

export interface FindResult {
  hits: FindHit[]
  /** Resources that could not be asked, with the reason: while there are any, "none matches" is not known. */
  unanswered: UnansweredKind[]
}

export interface UnansweredKind extends Pick<Problem, 'detail' | 'technicalDetail'> {
  kind: FindHit['kind']
}
