import type { SubscriptionChange, ChangeState } from '@/contract/console/change'

type StateTone = 'info' | 'good' | 'watch' | 'bad'

interface StateLabel {
  text: string
  tone: StateTone
  /** Somebody should look: it did not come to what was asked for, or nobody can tell. */
  isAlert: boolean
}

const told = (text: string, tone: StateTone): StateLabel => ({ text, tone, isAlert: false })
const alerting = (text: string, tone: StateTone): StateLabel => ({ text, tone, isAlert: true })

/** Where a cancel or delete stands, in words. */
const LABELS: Record<ChangeState, StateLabel> = {
  PREPARED: told('About to be sent', 'info'),
  NOT_SENT: alerting('Not sent', 'watch'),
  STALE: alerting('Not sent, it had changed', 'watch'),
  SENT: told('On its way', 'info'),
  CONFIRMED: told('In effect', 'good'),
  REJECTED: alerting('Refused', 'bad'),
  ACCEPTED: told('Accepted, not seen in effect yet', 'watch'),
  UNKNOWN: told('Outcome not known yet', 'watch'),
  NOT_APPLIED: alerting('Not applied', 'watch'),
  NEEDS_REVIEW: alerting('Needs review', 'bad'),
}

const CLOSED = told('Closed after review', 'info')

/** The words for a state; one of another version stands as it is. */
export function changeStateLabel(state: string, isClosed = false): StateLabel {
  if (isClosed) return CLOSED
  return isKnown(state) ? LABELS[state] : told(state, 'info')
}

const isKnown = (state: string): state is ChangeState => Object.hasOwn(LABELS, state)

/** What was asked for, as a noun. */
export const CHANGE_LABELS: Record<SubscriptionChange['action'], string> = { cancel: 'Cancel', delete: 'Delete' }

/** Where it stands, closed by a person or not. */
export const changeLabel = ({ state, closed }: SubscriptionChange) => changeStateLabel(state, closed !== null)

/** Why nothing else can be done to its subscription meanwhile: `ann@example.com asked to cancel it: needs review`. */
export const lockLabel = (change: SubscriptionChange) =>
  `${change.actor} asked to ${change.action} it: ${inSentence(changeLabel(change).text)}`

/** A label inside a sentence of ours. */
export const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)
