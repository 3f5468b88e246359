import type { CustomerView } from '@/lib/customers/customer'
import { visible } from '@/contract/visible-text'
import { invoiceNames } from '@/lib/invoices/invoice-number'
import { daysOverdue, isOverdue } from '@/lib/invoices/owed-statuses'
import { isEndAhead } from '@/lib/time/end'
import { usableDate } from '@/lib/time/usable-date'
import { formatAmount, formatCount, formatMoney } from '@/lib/money/amount'
import { withoutBidi } from '@/lib/text/bidi'
import { CHANGE_LABELS, changeLabel } from '@/lib/changes/change-state-label'
import { formatDate, formatDateTime, formatLastDay } from '@/lib/time/instant'
import { statusName } from '@/lib/objects/status-names'
import { UNKNOWN } from '@/lib/billing-api/unreadable'

/** One line of a card: "Scale", "Active · ends 30 Nov 2026". */
interface CardRow {
  name: string
  value: string
}

/** What a ticket tool shows of a customer, in words. Rows hold text from outside, titles and the note do not. */
export interface TicketCard {
  sections: { title: string; rows: CardRow[] }[]
  note: string
  /** The address of the customer's page in the console; null without a customer. */
  link: string | null
}

/** The label of the link on every card. */
export const LINK_LABEL = 'Open in Billing Console'

/** The most rows of a section. */
const MAX_ROWS = 5
const MAX_CHARS = 120
const HOUR_MS = 3_600_000
const MORE: CardRow = { name: 'More', value: 'Open the customer for the rest' }
const NOTHING_KNOWN = 'The console has not read this customer yet. Open the customer in the console.'
const PARTIAL = 'Not everything of this customer was read. Open it in the console.'

/** Returns a card without data. */
export const emptyCard = (note: string): TicketCard => ({ sections: [], note, link: null })

/** Returns what the console's index knows of a customer: overdue invoices, balances, subscriptions and the last cancel or delete. */
export function customerCard(customer: CustomerView, link: string): TicketCard {
  const sections = [
    { title: 'Overdue invoices', rows: overdueRows(customer) },
    { title: 'Balance', rows: balanceRows(customer) },
    { title: 'Subscriptions', rows: subscriptionRows(customer) },
    { title: 'Last change', rows: lastChangeRows(customer) },
  ].filter(({ rows }) => rows.length > 0)
  if (sections.length === 0) return { sections, note: NOTHING_KNOWN, link }
  return {
    sections: sections.map(({ title, rows }) => ({
      title,
      rows: (rows.length > MAX_ROWS ? [...rows.slice(0, MAX_ROWS), MORE] : rows).map(inShortLines),
    })),
    note: noteOf(customer),
    link,
  }
}

function noteOf({ readAt, unread, conflict, hasMore }: CustomerView): string {
  const asOf = `Read in the hour before ${formatDateTime(readAt, 'UTC')}, or at the time beside it. Times are UTC.`
  const isPartial = unread.length > 0 || conflict !== null || Object.values(hasMore).includes(true)
  return isPartial ? `${asOf} ${PARTIAL}` : asOf
}

function overdueRows({ invoices, readAt }: CustomerView): CardRow[] {
  if (invoices.length === 0) return []
  const overdue = invoices.filter((invoice) => isOverdue(invoice, readAt))
  const oldest = invoices.map(({ asOf }) => asOf).reduce((one, other) => (one < other ? one : other))
  const known = joined('of the invoices that the console has read', readTime(oldest, readAt))
  if (overdue.length === 0) return [{ name: 'None known', value: known }]
  const nameOf = invoiceNames(invoices)
  return overdue.map((invoice) => {
    const { total, owed, currency, asOf } = invoice
    const days = daysOverdue(invoice, readAt)
    const toPay = owed ?? total
    const amount = toPay === null ? 'Total unknown' : formatMoney(toPay, currency)
    const late = days === 0 ? 'overdue' : `${formatCount(days, 'day')} overdue`
    return { name: nameOf(invoice), value: joined(amount, late, readTime(asOf, readAt)) }
  })
}

function balanceRows({ ledgers, readAt }: CustomerView): CardRow[] {
  return ledgers.flatMap(({ balances, goneAt, asOf }) => {
    if (goneAt !== null) return [{ name: 'Ledger', value: goneText(goneAt, null) }]
    return (balances ?? []).map(({ unit, balance, asOf: balanceAsOf }) => ({
      name: unit ?? 'No unit sent',
      value: joined(balance === null ? UNKNOWN : formatAmount(balance), readTime(balanceAsOf ?? asOf, readAt)),
    }))
  })
}

function subscriptionRows({ subscriptions, readAt }: CustomerView): CardRow[] {
  return subscriptions.map(({ id, planName, status, endDate, goneAt, deletedAt, asOf }) => ({
    name: planName ?? id,
    value:
      goneAt === null
        ? joined(
            status === null ? 'Status unknown' : statusName('subscription', status),
            endText(endDate, readAt),
            readTime(asOf, readAt),
          )
        : goneText(goneAt, deletedAt),
  }))
}

/** Without its person and reason, which stay in the console. */
function lastChangeRows({ changes: [last], subscriptions }: CustomerView): CardRow[] {
  if (last === undefined) return []
  const plan = subscriptions.find(({ id }) => id === last.subscriptionId)?.planName
  return [
    {
      name: `${CHANGE_LABELS[last.action]} of ${plan ?? last.subscriptionId}`,
      value: joined(changeLabel(last).text, formatDateTime(last.changedAt, 'UTC')),
    },
  ]
}

/** Returns an empty text without an end that can be trusted. */
function endText(sent: string | null, readAt: string): string {
  const end = usableDate(sent)
  if (end === null) return ''
  return `${isEndAhead(end, readAt) ? 'ends' : 'last day was'} ${formatLastDay(end)}`
}

const goneText = (goneAt: string, deletedAt: string | null) =>
  deletedAt === null ? `Gone since ${formatDate(goneAt, 'UTC')}` : `Deleted here on ${formatDate(deletedAt, 'UTC')}`

/** Returns when a row was read; an empty text when that is less than an hour ago. */
const readTime = (asOf: string, readAt: string) =>
  Date.parse(readAt) - Date.parse(asOf) < HOUR_MS ? '' : `read ${formatDateTime(asOf, 'UTC')}`

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(' · ')

const inShortLines = ({ name, value }: CardRow): CardRow => ({ name: shortLine(name), value: shortLine(value) })

/** Returns a text on one line without invisible marks, so that a name can pretend to be nothing else. */
function shortLine(text: string): string {
  const line = visible(withoutBidi(text).replaceAll(/\s+/g, ' ')).trim()
  const characters = Array.from(line)
  if (characters.length > MAX_CHARS) return `${characters.slice(0, MAX_CHARS).join('')}…`
  return line === '' ? '—' : line
}
