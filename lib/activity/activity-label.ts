import { isOperationName, OPERATION_NAMES, OPERATIONS } from '@/lib/core/operations'
import type { ActivityEntry, ActivityOutcome } from './activity'
import { changeStateLabel } from '@/lib/changes/change-state-label'
import { statusName } from '@/lib/objects/status-names'

/** Names of the commands and of past operations: only older entries have the latter. */
const OTHER_ACTIONS: Readonly<Record<string, string>> = {
  exportInvoiceEvidence: 'Make evidence pack of an invoice',
  exportCustomerEvidence: 'Make evidence pack of a month',
  exportChangeEvidence: 'Make evidence pack of a change',
  saveView: 'Save view',
  changeView: 'Change view',
  deleteView: 'Delete view',
  setAlertEmails: 'Choose alert emails',
  createWebhook: 'Add webhook',
  deleteWebhook: 'Delete webhook',
  deliverWebhook: 'Deliver to webhook',
  sendAlertEmail: 'Send alert email',
  startCheck: 'Start check',
  getCheck: 'Read check',
  listChecks: 'List checks',
  exportCheck: 'Export check',
  exportCheckLines: 'Export invoice lines of a check',
  exportCheckMonths: 'Export months of a check',
  startBatch: 'Start batch',
  changeBatch: 'Stop batch or read it again',
  proposeBatch: 'Propose batch',
  approveBatch: 'Approve batch',
  declineBatch: 'Decline batch',
  exportBatch: 'Export batch',
  downloadInvoicePdf: 'Download invoice PDF',
  downloadLedgerMonthsPdf: 'Download months of a ledger as PDF',
}

/** The actions that the activity can be filtered by: operations that it records for people, and past ones. */
export const ACTIVITY_ACTIONS: readonly string[] = [
  ...OPERATION_NAMES.filter((name) => OPERATIONS[name].label !== undefined),
  ...Object.keys(OTHER_ACTIONS),
]

/** Returns the label of an action. A tool's is the words of its name: "Read invoice" of `getInvoice`. An unknown action keeps its name. */
export function actionLabel(action: string): string {
  if (!isOperationName(action)) return Object.hasOwn(OTHER_ACTIONS, action) ? (OTHER_ACTIONS[action] ?? action) : action
  const { label } = OPERATIONS[action]
  if (label !== undefined) return label
  const words = action.replace(/^get/, 'read').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
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

const DETAILS: Readonly<Record<string, string>> = {
  seen: 'State before',
  externalCustomerId: 'External customer ID',
  asOf: 'Read at',
  code: 'Problem',
  state: 'State',
  change: 'Change',
  // Entries written before version 0.2 use this name.
  operation: 'Change',
  note: 'Note',
  decidedBy: 'Decided by',
  closedBy: 'Closed by',
  upstreamStatus: 'Billing API status',
  rows: 'Rows',
  file: 'File',
  for: 'Copy',
  copy: 'Copy',
  text: 'Text contains',
  status: 'Status',
  plan: 'Plan',
  end: 'Ends',
  due: 'Due',
  issued: 'Issued in',
  verdict: 'Verdict',
  checkId: 'Check',
  run: 'Read in this run',
  unread: 'No invoice read for',
  batchId: 'Batch',
  group: 'Group',
  step: 'Step',
  show: 'Rows',
  day: 'End of day (UTC)',
  price: 'Price of a credit',
  view: 'View',
  list: 'List',
  before: 'Name before',
  shared: 'Shared',
  filters: 'Filters',
  changeId: 'Change',
  month: 'Month',
  noteId: 'Note ID',
  finding: 'Finding',
  changed: 'Changed',
  actor: 'Person',
  action: 'Action',
  outcome: 'Outcome',
  objectKind: 'Kind of object',
  objectId: 'Object ID',
  from: 'From',
  to: 'To',
  form: 'Form',
  columns: 'Columns',
  timeZone: 'Time zone',
  type: 'Transaction type',
  billable: 'Billable',
  block: 'Block',
  pool: 'Pool',
  amountFrom: 'Amount from',
  amountTo: 'Amount to',
  idContains: 'ID contains',
  sort: 'Order by',
  order: 'Order',
  by: 'By',
  accessKey: 'Access key',
  keyRole: 'Role of the key',
  addresses: 'Works from',
  expiresAt: 'Expires',
  email: 'Email',
  webhook: 'Webhook',
  host: 'Host',
  kinds: 'Alerts',
  fields: 'Fields',
  pace: 'At most one email per',
  alert: 'Alert ID',
  kind: 'Alert',
  attempts: 'Attempts',
  refused: 'Refused in this hour, at least',
  events: 'Alerts in it',
  result: 'Result',
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

/** Returns the label of a detail, or its name when it has no label. */
export const detailLabel = (name: string): string => (Object.hasOwn(DETAILS, name) ? (DETAILS[name] ?? name) : name)
