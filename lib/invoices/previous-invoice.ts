import { readableList } from '@/lib/billing-api/unreadable'
import { formatCount } from '@/lib/money/amount'
import { lengthOf } from '@/lib/subscriptions/billing-period'
import { isDateOnly, lastMoment } from '@/lib/time/end'
import { usableDate } from '@/lib/time/usable-date'
import type { InvoiceView } from './invoice'
import { periodEndMs } from './invoice-lines'
import { isPayableOrPaid } from './owed-statuses'

/** The time that the lines of an invoice cover, UTC; null when it is not known. */
export interface InvoicePeriod {
  periodStart: string | null
  /** Of a date-only end its last moment. */
  periodEnd: string | null
}

/** What the index knows of an invoice. Instants are UTC; null when nothing readable was sent. */
interface Known extends InvoicePeriod {
  id: string
  status: string | null
  goneAt: string | null
  issueDate: string | null
}

interface Previous<Each> {
  before: Each
  /** False when the two cover different lengths of time, or one of these is not known: then a higher total says little. */
  isSameLength: boolean
}

/** Later than every instant. */
const LAST_INSTANT = 'Z'
const DAY_MS = 86_400_000
/** The most days between two periods of one cadence, and the most as a part of the longer: months have 28 to 31 days, quarters 89 to 92. */
const MAX_DAYS_APART = 3
const MAX_PART_APART = 0.1

/** Returns the time from the first start to the last end of the lines. */
export function periodOf({ invoiceLineItems }: Pick<InvoiceView, 'invoiceLineItems'>): InvoicePeriod {
  let periodStart: string | null = null
  let periodEnd: string | null = null
  for (const line of readableList(invoiceLineItems)) {
    const [start, end] = [usableDate(line.startDate), usableDate(line.endDate)]
    const last = end !== null && isDateOnly(end) ? lastMoment(end) : end
    if (start !== null && start < (periodStart ?? LAST_INSTANT)) periodStart = start
    if (last !== null && last > (periodEnd ?? '')) periodEnd = last
  }
  return { periodStart, periodEnd }
}

/** True when both periods are known and about equally long. */
export function isSameLength(one: InvoicePeriod, other: InvoicePeriod): boolean {
  const [first, second] = [lengthMs(one), lengthMs(other)]
  return Math.abs(first - second) <= Math.min(MAX_DAYS_APART * DAY_MS, MAX_PART_APART * Math.max(first, second))
}

const lengthMs = ({ periodStart, periodEnd }: InvoicePeriod) =>
  periodStart === null || periodEnd === null ? NaN : periodEndMs(periodEnd) - Date.parse(periodStart)

/** Returns a name of an invoice with the length of its period: "invoice 1013, which covers 3 months". */
export function withLength(name: string, { periodStart, periodEnd }: InvoicePeriod): string {
  const [start, endMs] = [periodStart === null ? null : new Date(periodStart), periodEndMs(periodEnd ?? '')]
  const length = start === null || !(endMs > start.getTime()) ? null : lengthOf(start, new Date(endMs))
  if (length === null) return `${name}, whose period is not known`
  const parts = [
    length.months > 0 && formatCount(length.months, 'month'),
    length.days > 0 && formatCount(length.days, 'day'),
  ]
  return `${name}, which covers ${parts.filter(Boolean).join(' and ') || 'less than a day'}`
}

/**
 * Returns the newest earlier payable or paid invoice whose period is about as long as this one's, else the newest earlier one; undefined
 * without any. Earlier is by issue date, else by the end of the period.
 */
export function previousInvoice<Each extends Known>(
  invoice: Pick<InvoiceView, 'id' | 'issueDate' | 'invoiceLineItems'>,
  known: readonly Each[],
): Previous<Each> | undefined {
  const own = known.find(({ id }) => id === invoice.id)
  const ofLines = periodOf(invoice)
  // The page of a long invoice has its lines later than its row.
  const period = ofLines.periodStart === null && own ? own : ofLines
  const at = usableDate(invoice.issueDate) ?? dateOf(own) ?? ''
  const earlier = known
    .filter((each) => each.id !== invoice.id && isPayableOrPaid(each) && (dateOf(each) ?? at) < at)
    .toSorted((one, other) => ((dateOf(one) ?? '') < (dateOf(other) ?? '') ? 1 : -1))
  const same = earlier.find((each) => isSameLength(each, period))
  const before = same ?? earlier[0]
  return before && { before, isSameLength: same !== undefined }
}

const dateOf = (invoice: Known | undefined) => usableDate(invoice?.issueDate ?? null) ?? invoice?.periodEnd
