import { isOperationName, OPERATION_NAMES, OPERATIONS } from '@/lib/core/operations'
import type { ActivityEntry, ActivityOutcome } from './activity'
import { changeStateLabel } from '@/lib/changes/change-state-label'
import { statusName } from '@/lib/objects/status-names'

/** The actions that the activity can be filtered by: operations that it records for people. */
export const ACTIVITY_ACTIONS = OPERATION_NAMES.filter((name) => OPERATIONS[name].label !== undefined)

/** Returns the label of an action. One without it, such as a tool or a past operation, is the words of its name. */
export function actionLabel(action: string): string {
  const label = isOperationName(action) ? OPERATIONS[action].label : undefined
  return label ?? wordsOfName(action.replace(/^get(?=[A-Z])/, 'read'))
}

/** Returns the words of a name in camel case: "Read invoice" of `readInvoice`. Any other text, such as a command, stays as it is. */
function wordsOfName(name: string): string {
  if (!/^[a-z]+(?:[A-Z][a-z]*)*$/.test(name)) return name
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\bid\b/, 'ID')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface OutcomeLabel {
  text: string
  tone: 'green' | 'yellow' | 'grey' | 'red' | 'unknown'
  meaning: string
}

/** The label of an outcome. */
export const ACTIVITY_OUTCOME_LABELS: Record<ActivityOutcome, OutcomeLabel> = {
  done: { text: 'Done', tone: 'green', meaning: 'Done, according to the response' },
  not_needed: {
    text: 'No change needed',
    tone: 'grey',
    meaning: 'The subscription already had this state: no change was needed',
  },
  refused: { text: 'Refused', tone: 'grey', meaning: 'Refused by the billing API or the console: nothing was changed' },
  unknown: { text: 'Outcome not known', tone: 'yellow', meaning: 'Sent, but no response confirmed the outcome' },
  not_sent: { text: 'Not sent', tone: 'grey', meaning: 'Not sent to the billing API: nothing was done' },
  not_applied: { text: 'Not applied', tone: 'grey', meaning: 'Sent, but a later read showed no effect' },
  proposed: {
    text: 'Waiting for approval',
    tone: 'yellow',
    meaning: 'Another person must approve it: nothing was sent',
  },
  failed: {
    text: 'Not completed',
    tone: 'yellow',
    meaning: 'Interrupted, stopped before the end, refused or not confirmed by the receiver: see the result',
  },
  not_recorded: {
    text: 'Outcome not recorded',
    tone: 'yellow',
    meaning: 'Still running, or the console stopped or could not record the outcome. Check the object itself.',
  },
}

/**
 * Returns the label of an entry's outcome; an outcome that only an earlier version knew is shown as it is. For a change of unknown outcome,
 * returns the label of its last state.
 */
export function outcomeLabel({ outcome, detail }: Pick<ActivityEntry, 'outcome' | 'detail'>): OutcomeLabel {
  const known = outcome ?? 'not_recorded'
  if (known === 'unknown' && detail.state !== undefined)
    return { ...ACTIVITY_OUTCOME_LABELS.unknown, text: changeStateLabel(detail.state, detail.note !== undefined).text }
  return isOutcome(known)
    ? ACTIVITY_OUTCOME_LABELS[known]
    : { text: known, tone: 'unknown', meaning: 'From an earlier version of the console' }
}

const isOutcome = (outcome: string): outcome is ActivityOutcome => Object.hasOwn(ACTIVITY_OUTCOME_LABELS, outcome)

/** The labels of details whose names are not their labels. */
const DETAILS: Readonly<Record<string, string>> = {
  seen: 'State before',
  asOf: 'Read at',
  code: 'Problem',
  // Entries written before version 0.2 use this name.
  operation: 'Change',
  upstreamStatus: 'Billing API status',
  for: 'Copy',
  text: 'Text contains',
  end: 'Ends',
  issued: 'Issued in',
  run: 'Read in this run',
  unread: 'No invoice read for',
  show: 'Rows',
  day: 'End of day (UTC)',
  price: 'Price of a credit',
  changeId: 'Change',
  actor: 'Person',
  objectKind: 'Kind of object',
  type: 'Transaction type',
  sort: 'Order by',
  keyRole: 'Role of the key',
  addresses: 'Works from',
  expiresAt: 'Expires',
  refused: 'Refused in this hour, at least',
  role: 'New role',
  peer: 'IP address',
  userAgent: 'Browser',
}

/** Returns the text of a detail: names of states, statuses, operations, outcomes and forms become words. */
export function detailText(name: string, value: string): string {
  switch (name) {
    case 'state':
      return changeStateLabel(value).text
    case 'status':
      return statusName('invoice', statusName('subscription', value))
    case 'action':
      return actionLabel(value)
    case 'outcome':
      return isOutcome(value) ? ACTIVITY_OUTCOME_LABELS[value].text : value
    case 'form':
      return value === 'excel' ? 'For Excel' : value
    default:
      return value
  }
}

/** Returns the label of a detail, or the words of its name. */
export const detailLabel = (name: string): string =>
  (Object.hasOwn(DETAILS, name) ? DETAILS[name] : undefined) ?? wordsOfName(name)
