import type { IndexedObject } from '@/contract/console/indexed-object'
import { formatMoney, shortName } from '@/lib/format/amount'
import { formatDate } from '@/lib/format/instant'
import type { Destination } from './destination'

/** Describes an object of the index by its last response: "Invoice 1042 · paid · $20.00 · as of 24 Nov 2026". */
export function indexedDestination(
  { kind, id, name, status, amount, currency, asOf, goneAt, deletedAt }: IndexedObject,
  timeZone: string,
): Destination {
  const on = (at: string) => formatDate(at, timeZone)
  const title = {
    subscription: name ?? 'Subscription',
    invoice: `Invoice ${shortName(name ?? '')}`.trim(),
    customer: id,
  }
  const money = amount === null ? null : formatMoney(amount, currency)
  const seen = [status, money, `as of ${on(asOf)}`]
  const gone = deletedAt === null ? [`gone since ${on(goneAt ?? asOf)}`] : [`deleted here on ${on(deletedAt)}`]
  const label = [title[kind], ...(goneAt === null ? seen : gone)]
  return { kind, id, label: label.filter(Boolean).join(' · ') }
}
