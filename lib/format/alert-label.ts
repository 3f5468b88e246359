import type { AlertField, AlertKind } from '@/contract/console/alert'

/** The kinds of alerts, as people choose them. */
export const ALERT_KIND_LABELS: Record<AlertKind, string> = {
  'object.changed': 'A watched object changed',
  'invoice.overdue': 'An invoice became overdue',
  'invoice.payment_failed': 'A payment failed',
  'change.proposed': 'A cancel or delete waits for approval',
  'change.needs_review': 'A cancel or delete needs review',
  'api.drift': 'The billing API differs from the interface document',
}

/** The groups of fields that leave the console. */
export const ALERT_FIELD_LABELS: Record<AlertField, { label: string; hint: string }> = {
  ids: { label: 'IDs', hint: 'of the object, change, batch or check, and the invoice’s number' },
  customer: { label: 'Customer', hint: 'the customer ID' },
  details: { label: 'Details', hint: 'changed fields, status, due date, action, counts' },
  amounts: { label: 'Amounts', hint: 'total and currency, and values before and after' },
  people: { label: 'People', hint: 'email and reason of the person who requested it' },
  link: { label: 'Link', hint: 'the page in this console, with the ID' },
}
