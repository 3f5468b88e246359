import type { IndexedObject } from '@/contract/console/indexed-objects'
import { isCredit } from '@/lib/domain/invoice/owed-statuses'
import { formatMoney, shortName } from '@/lib/format/amount'
import { formatDate } from '@/lib/format/instant'
import { statusInSentence } from '@/lib/format/status-names'
import type { Destination } from './destination'

/** Describes an object of the index by its last response: "Invoice 1042 · paid · $20.00 · as of 24 Nov 2026". */
export function indexedDestination(
  { kind, id, name, status, amount, currency, asOf, goneAt, deletedAt }: IndexedObject,
  timeZone: string,
): Destination {
  const on = (at: string) => formatDate(at, timeZone)
  const names = {
    subscription: name ?? 'Subscription',
    invoice: `Invoice ${shortName(name ?? '')}`.trim(),
    customer: id,
  }
  const gone = deletedAt === null ? `gone since ${on(goneAt ?? asOf)}` : `deleted here on ${on(deletedAt)}`
  const isGone = goneAt !== null
  const isCreditInvoice = kind === 'invoice' && isCredit(amount)
  const seen = {
    name: names[kind],
    status: isGone
      ? gone
      : kind === 'customer'
        ? ''
        : isCreditInvoice
          ? `credit, status ${status === null ? 'unknown' : statusInSentence(kind, status)}`
          : statusInSentence(kind, status ?? ''),
    amount: isGone || amount === null ? '' : formatMoney(amount, currency),
    asOf: isGone ? '' : `as of ${on(asOf)}`,
  }
  return { kind, id, label: [seen.name, seen.status, seen.amount, seen.asOf].filter(Boolean).join(' · '), seen }
}
