import { inSentence } from '@/lib/text/in-sentence'
import { personOf } from '@/lib/people/access-key'
import type { SubscriptionChange, ChangeState } from './change'

type StateTone = 'info' | 'good' | 'watch' | 'bad'

interface StateLabel {
  text: string
  tone: StateTone
  /** True when a person should look: the change failed, or its outcome is unknown. */
  isAlert: boolean
}

const neutralLabel = (text: string, tone: StateTone): StateLabel => ({ text, tone, isAlert: false })
const alerting = (text: string, tone: StateTone): StateLabel => ({ text, tone, isAlert: true })

/** The label of a change's state. */
const LABELS: Record<ChangeState, StateLabel> = {
  PROPOSED: neutralLabel('Waiting for approval', 'watch'),
  DECLINED: alerting('Declined', 'watch'),
  EXPIRED: alerting('Not approved in time', 'watch'),
  QUEUED: neutralLabel('Waits for its turn', 'info'),
  PREPARED: neutralLabel('About to be sent', 'info'),
  NOT_SENT: alerting('Not sent', 'watch'),
  STALE: alerting('Not sent, it had changed', 'watch'),
  SENT: neutralLabel('On its way', 'info'),
  CONFIRMED: neutralLabel('In effect', 'good'),
  REJECTED: alerting('Refused', 'bad'),
  ACCEPTED: neutralLabel('Accepted, not seen in effect yet', 'watch'),
  UNKNOWN: neutralLabel('Outcome not known yet', 'watch'),
  NOT_APPLIED: alerting('Not applied', 'watch'),
  NEEDS_REVIEW: alerting('Needs review', 'bad'),
}

const CLOSED = neutralLabel('Closed after review', 'info')

/** Returns the label of a state; a state that only an earlier version knew is shown as it is. */
export function changeStateLabel(state: string, isClosed = false): StateLabel {
  if (isClosed) return CLOSED
  return isKnown(state) ? LABELS[state] : neutralLabel(state, 'info')
}

const isKnown = (state: string): state is ChangeState => Object.hasOwn(LABELS, state)

/** The action as a noun. */
export const CHANGE_LABELS: Record<SubscriptionChange['action'], string> = { cancel: 'Cancel', delete: 'Delete' }

/** The action as buttons and dialogs name it. */
export const CHANGE_TITLES: Record<SubscriptionChange['action'], string> = {
  cancel: 'Cancel subscription',
  delete: 'Delete subscription',
}

/** The action as its button names it where another person must approve it. */
export const PROPOSAL_TITLES: Record<SubscriptionChange['action'], string> = {
  cancel: 'Propose cancel',
  delete: 'Propose delete',
}

const WITHDRAWN = neutralLabel('Withdrawn', 'info')

/** Returns the label of a change, which depends on who closed or declined it. */
export const changeLabel = (change: SubscriptionChange): StateLabel =>
  decisionVerb(change) === 'withdrew' ? WITHDRAWN : changeStateLabel(change.state, change.closed !== null)

/** Returns what a person did with the proposal; null before a decision. */
export function decisionVerb({
  state,
  actor,
  proposal,
}: SubscriptionChange): 'approved' | 'declined' | 'withdrew' | null {
  if (!proposal?.decided) return null
  if (state !== 'DECLINED') return 'approved'
  return proposal.decided.by === personOf(actor) ? 'withdrew' : 'declined'
}

/** Returns why the subscription is locked: `ann@example.com asked to cancel it: needs review`. */
export const lockLabel = (change: SubscriptionChange) =>
  `${change.actor} asked to ${change.action} it: ${inSentence(changeLabel(change).text)}`
