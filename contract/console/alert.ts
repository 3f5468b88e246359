/*
 * Alerts: events that the console stores once, and sends to webhooks of admins and to people by email. Without zod, because the browser
 * loads it too.
 */

/** The kinds of alerts. */
export const ALERT_KINDS = [
  'object.changed',
  'invoice.overdue',
  'invoice.payment_failed',
  'change.proposed',
  'change.needs_review',
  'api.drift',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** The groups of fields that an admin chooses for a webhook. Without any, it gets the kind, the ID and the time of an event. */
export const ALERT_FIELDS = ['ids', 'customer', 'details', 'amounts', 'people', 'link'] as const
export type AlertField = (typeof ALERT_FIELDS)[number]

/**
 * What is known of an event. A webhook gets the fields of its groups (`lib/server/alerts/alert-data.ts`). Instants are UTC ISO 8601, amounts
 * decimal text.
 */
export interface AlertData {
  object?: 'subscription' | 'invoice' | 'customer'
  id?: string
  /** The invoice's number. */
  number?: string | null
  changeId?: string
  batchId?: string
  /** In the billing API. */
  customerId?: string | null
  /** The names of the fields that changed. */
  changed?: string[]
  status?: string | null
  dueDate?: string | null
  /** When the console last read the invoice; it may have been paid since. */
  asOf?: string
  action?: 'cancel' | 'delete'
  /** When a proposal ends by itself. */
  expiresAt?: string | null
  /** Of a response that differs: the resource, its field, and how it differs. */
  resource?: string
  field?: string
  difference?: string
  amount?: string | null
  /** ISO 4217. */
  currency?: string | null
  values?: { field: string; before: string | null; after: string | null }[]
  person?: string
  reason?: string
  /** The page of the console. */
  link?: string
}

/** The shortest time between two emails to a person. */
export const EMAIL_PACES = ['hour', 'day'] as const
export type EmailPace = (typeof EMAIL_PACES)[number]

export const MAX_WEBHOOKS = 20
export const MAX_WEBHOOK_NAME_CHARS = 60
export const MAX_WEBHOOK_URL_CHARS = 2_000

/** A webhook as admins see it: without its secret, and without the path of its address, which may be one. */
export interface Webhook {
  id: string
  name: string
  /** The host and port of its address. */
  host: string
  kinds: AlertKind[]
  fields: AlertField[]
  createdBy: string
  /** UTC instant. */
  createdAt: string
  /** The last attempt; null before the first. */
  last: { at: string; isDelivered: boolean; result: string } | null
  /** The number of events that wait for their first or next attempt. */
  waiting: number
}

/** The newest first. */
export interface WebhookList {
  webhooks: Webhook[]
}

export interface WebhookMade {
  accepted: true
  webhook: Webhook
  /** The key of its signatures, `whsec_` and base64. No later response has it. */
  secret: string
}

export interface WebhookDeleted {
  accepted: true
}

/** The alert emails that a person chose. */
export interface AlertEmails {
  /** None: no emails. */
  kinds: AlertKind[]
  pace: EmailPace
  /** True when this console can send emails. */
  isPossible: boolean
}

export interface AlertEmailsChanged extends AlertEmails {
  accepted: true
}
