import { MAX_ID_CHARS } from '@/contract/askable-id'
import type { Read } from '@/contract/console/view-of'

/** The fields of every remembered page, as of the billing API's last response. */
interface RecentBase {
  id: string
  /** "Scale", "Invoice 1042", "acme-inc". */
  label: string
  /** The instant of the billing API's response, UTC ISO 8601. */
  asOf: string
}

/** Instants are UTC ISO 8601, amounts decimal text; null is a missing or unreadable value, except that a status stays as it was read. */
export interface RecentSubscription extends RecentBase {
  kind: 'subscription'
  status: Read<string>
  startDate: string | null
  endDate: string | null
  /** The service's customer id. */
  customerId: string | null
}

export interface RecentInvoice extends RecentBase {
  kind: 'invoice'
  /** The invoice number. */
  number: string | null
  status: Read<string>
  /** The exact sum of all lines; also null when a line's amount is unknown. */
  total: string | null
  currency: string | null
  dueDate: string | null
  /** From the first start to the last end of its lines. */
  periodStart: string | null
  periodEnd: string | null
  subscriptionId: string | null
  customerId: string | null
}

/** A customer of the caller's own system: `id` is the external customer id. */
export interface RecentCustomer extends RecentBase {
  kind: 'customer'
  /** The balances after the newest entries seen, one per pricing unit, up to `MAX_BALANCES`. */
  balances: RecentBalance[]
  /** The newest entry seen. */
  lastEntry: RecentEntry | null
  /** The invoices that its entries name. */
  invoiceIds: string[]
}

interface RecentBalance {
  /** "credits"; null when no unit was sent. */
  unit: string | null
  balance: string
}

interface RecentEntry {
  createdAt: string
  amount: string | null
  unit: string | null
}

export type RecentPage = RecentSubscription | RecentInvoice | RecentCustomer

const LONGEST_TEXT = 250
const MAX_BALANCES = 5
const MAX_INVOICES_OF_A_LEDGER = 200

/** Parses a page, checking and bounding each field; null when it is no page. */
export function recentPageOf(value: unknown): RecentPage | null {
  const fields = fieldsOf(value)
  const [id, label, asOf] = [idOf(fields.id), textOf(fields.label), textOf(fields.asOf)]
  if (id === null || label === null || asOf === null) return null
  const base = { id, label, asOf }
  if (fields.kind === 'subscription')
    return {
      ...base,
      kind: fields.kind,
      status: statusOf(fields.status),
      startDate: textOf(fields.startDate),
      endDate: textOf(fields.endDate),
      customerId: idOf(fields.customerId),
    }
  if (fields.kind === 'invoice')
    return {
      ...base,
      kind: fields.kind,
      number: textOf(fields.number),
      status: statusOf(fields.status),
      total: numberOf(fields.total),
      currency: textOf(fields.currency),
      dueDate: textOf(fields.dueDate),
      periodStart: textOf(fields.periodStart),
      periodEnd: textOf(fields.periodEnd),
      subscriptionId: idOf(fields.subscriptionId),
      customerId: idOf(fields.customerId),
    }
  if (fields.kind !== 'customer') return null
  return {
    ...base,
    kind: fields.kind,
    balances: listOf(fields.balances, balanceOf).slice(0, MAX_BALANCES),
    lastEntry: entryOf(fields.lastEntry),
    invoiceIds: listOf(fields.invoiceIds, idOf).slice(0, MAX_INVOICES_OF_A_LEDGER),
  }
}

function balanceOf(value: unknown): RecentBalance | null {
  const { unit, balance: sent } = fieldsOf(value)
  const balance = numberOf(sent)
  return balance === null ? null : { unit: textOf(unit), balance }
}

function entryOf(value: unknown): RecentEntry | null {
  const fields = fieldsOf(value)
  const createdAt = textOf(fields.createdAt)
  if (createdAt === null) return null
  return { createdAt, amount: numberOf(fields.amount), unit: textOf(fields.unit) }
}

function statusOf(value: unknown): Read<string> {
  const unreadable = textOf(fieldsOf(value).unreadable)
  return unreadable === null ? (textOf(value) ?? undefined) : { unreadable }
}

/** Returns the text, cut when it is too long. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null
  return value.length <= LONGEST_TEXT ? value : `${value.slice(0, LONGEST_TEXT)}…`
}

/** Returns null for an id that is too long, because cutting it would make another id; the same goes for numbers. */
const idOf = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= MAX_ID_CHARS ? value : null
const numberOf = (value: unknown) => (typeof value === 'string' && value.length <= LONGEST_TEXT ? value : null)

function listOf<Item>(value: unknown, read: (item: unknown) => Item | null): Item[] {
  return Array.isArray(value) ? value.map(read).filter((item) => item !== null) : []
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return Object(value)
}
