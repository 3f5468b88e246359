import { truncateText } from '@/lib/text/truncate-text'
import { createHash } from 'node:crypto'
import { idProblem } from '@/contract/requestable-id'
import type { FindHit } from '@/lib/find/find-result'
import type { InvoiceView } from '@/lib/invoices/invoice'
import type { OwnFindings } from '@/lib/invoices/finding'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import type { TransactionPageView } from '@/lib/ledger/transaction'
import type { Field } from '@/lib/billing-api/view-of'
import { ledgerBalances } from '@/lib/ledger/ledger-balances'
import { chargeOf, invoiceCharges } from '@/lib/invoices/invoice-lines'
import { pagePosition } from '@/lib/ledger/page-position'
import { isDateOnly, lastMoment } from '@/lib/time/end'
import { whatTheyPay } from '@/lib/subscriptions/plan-prices'
import { invoiceNumber } from '@/lib/invoices/invoice-number'
import { periodOf } from '@/lib/invoices/previous-invoice'
import { amountOwed } from '@/lib/invoices/owed-statuses'
import { listedTotal } from '@/lib/invoices/total-labels'
import { basePriceAmount, payLabel } from '@/lib/subscriptions/pay-label'
import { isUnreadable, readable, readableList, unreadableText } from '@/lib/billing-api/unreadable'
import type { indexedLinks, seenNames, seenObjects, seenWords, SeenRow } from '@/lib/store/index-schema'
import { storableText } from '@/lib/store/schema'

export type ObjectRow = typeof seenObjects.$inferInsert
export type LinkRow = typeof indexedLinks.$inferInsert

/** An index entry of PostgreSQL holds about 2,700 bytes. */
const MAX_TEXT = 250
const MAX_BALANCES = 20
const MAX_COUNT = 2 ** 31 - 1

/** Where a response came from, and when. */
export interface Seen {
  source: string
  /** When it was requested, by our clock: UTC ISO 8601. */
  seenAt: string
}

/** Returns the index row of a subscription. */
export function subscriptionRow(seen: Seen, view: SubscriptionView): ObjectRow {
  const pay = view.plan ? whatTheyPay(view) : null
  return {
    ...seen,
    kind: 'subscription',
    id: view.id,
    name: textOf(view.plan?.name),
    status: sentTextOf(view.status),
    at: endOf(view.endDate),
    customerId: idOf(view.customerId),
    goneAt: null,
    row: {
      startDate: instantOf(view.startDate),
      billingCadence: sentTextOf(view.billingCadence),
      currency: sentTextOf(view.currency),
      isTrial: readable(view.isTrial),
      isUsageChargedInTrial: readable(view.chargeForUsageBasedPricesDuringTrial),
      pays: pay && textOf(payLabel(pay, readable(view.currency)).main),
      basePrice: pay && textOf(basePriceAmount(pay) ?? undefined),
    },
  }
}

/** Returns the index row of an invoice. A sum without all lines is not its total (`listedTotal`). */
export function invoiceRow(seen: Seen, view: InvoiceView): ObjectRow {
  return {
    ...seen,
    kind: 'invoice',
    id: view.id,
    name: textOf(invoiceNumber(view) ?? undefined),
    status: sentTextOf(view.status),
    at: instantOf(view.dueDate),
    customerId: idOf(view.customerId),
    subscriptionId: idOf(view.subscriptionId),
    goneAt: null,
    row: {
      digits: textOf(view.vanityId),
      issueDate: instantOf(view.issueDate),
      ...(view.currency === undefined ? {} : { currency: sentTextOf(view.currency) }),
      ...periodOf(view),
      lines: linesHash(view),
      // Amounts in minor units of an unknown currency are neither computed nor compared.
      ...(view.isInMinorUnits
        ? { total: null, owed: null, findings: null, charges: null }
        : storable(computedOf(view))),
    },
  }
}

/** Returns a hash of what each line charges for: an invoice of many lines has no `charges`. */
function linesHash({ invoiceLineItems }: InvoiceView): string {
  const hash = createHash('sha1')
  for (const line of readableList(invoiceLineItems)) {
    // The fields that it has always had: reviews of findings know an invoice by this hash.
    const { priceId, name, start, end, quantity, amount } = chargeOf(line)
    hash.update(JSON.stringify([{ priceId, name, start, end, quantity, amount }, line.unitPrice]))
  }
  return hash.digest('base64')
}

function computedOf(view: InvoiceView): SeenRow {
  const { totals, payable } = view
  const isUnclear = payable === 'unclear'
  const sums = payable === null || isUnclear ? null : payable
  return {
    // Sums without lines are not a total of zero.
    total: totals?.lines === 0 && isUnclear ? null : textOf(listedTotal(totals) ?? undefined),
    owed: sums && textOf(amountOwed(view) ?? undefined),
    ...(sums && { sentTotal: sums.total }),
    ...(isUnclear && { isUnclear }),
    findings: storedFindings(view.own),
    charges: invoiceCharges(view),
  }
}

const MAX_STORED_FINDINGS = 20
const MAX_STORED_LINES = 100

/** Returns the part of the findings that is stored. Tier groups are left out, because stored lines are not checked again. */
function storedFindings({ findings, more, checks, decimals, billing }: OwnFindings): OwnFindings {
  const kept = findings.slice(0, MAX_STORED_FINDINGS)
  return {
    findings: kept.map((finding) => ({ ...finding, lines: finding.lines.slice(0, MAX_STORED_LINES) })),
    more: more + findings.length - kept.length,
    tierGroups: [],
    checks,
    decimals,
    billing,
  }
}

/** Returns the index row of a ledger from any of its pages, without balances. */
export function ledgerRow(seen: Seen, view: TransactionPageView, page: number): ObjectRow {
  const { total, rowCount, pageSize } = pagePosition(view, { page, pageSize: view.pageSize })
  // A full first page whose count equals its rows may be counting only itself.
  const isCounted = total !== null && total <= MAX_COUNT && (page > 1 || total > rowCount || rowCount < pageSize)
  const row: SeenRow = { count: isCounted ? total : null, balances: null }
  return { ...seen, kind: 'customer', id: view.externalId, at: null, goneAt: null, row }
}

/** Returns the index row of a ledger from its first page, newest first, with balances. */
export function newestLedgerRow(seen: Seen, view: TransactionPageView): ObjectRow {
  const { pools, lastEntry, isNewestFirst } = ledgerBalances(view)
  const known = pools.map(({ pool, balance, newer }) => ({
    key: textOf(pool.key),
    unit: textOf(pool.unitName ?? undefined),
    balance: newer > 0 || (balance?.length ?? 0) > MAX_TEXT ? null : balance,
  }))
  const ledger = ledgerRow(seen, view, 1)
  return {
    ...ledger,
    at: instantOf(lastEntry?.createdAt),
    row: { ...ledger.row, balances: isNewestFirst ? known.slice(0, MAX_BALANCES) : null },
  }
}

type NameRow = typeof seenNames.$inferInsert
type WordRow = typeof seenWords.$inferInsert

/** Returns the names that an object is found by. */
export function nameRows({ source, kind, id, name, customerId, seenAt, row: { digits } }: ObjectRow): NameRow[] {
  const sent = { id, name, digits, customer: customerId }
  return NAME_FIELDS.flatMap((field) => {
    const text = sent[field]
    return text == null ? [] : { source, kind, id, field, key: nameKey(text), seenAt }
  })
}

const NAME_FIELDS = ['id', 'name', 'digits', 'customer'] as const

/** Returns the words of the names that an object is found by. */
export function wordRows({ source, kind, id, name, customerId, seenAt, row: { digits } }: ObjectRow): WordRow[] {
  const words = new Set([id, name, digits, customerId].flatMap((text) => (text == null ? [] : nameWords(text))))
  return [...words].slice(0, MAX_WORDS).map((word) => ({ source, kind, id, word, seenAt }))
}

const MAX_WORDS = 16
const MAX_WORD_CHARS = 64
/** Most IDs begin with one of these, so they would match everything. */
const PREFIXES: ReadonlySet<string> = new Set(['sub', 'subscription', 'inv', 'invoice', 'cus', 'cust', 'customer'])

/** Returns the words of a name, in lower case without accents, and without the prefix of an ID: `tyrell` of `sub_Tyrell`. */
export function nameWords(name: string): string[] {
  const folded = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const [first = '', ...others] = words
  return (others.length > 0 && PREFIXES.has(first) ? others : words).map((word) => word.slice(0, MAX_WORD_CHARS))
}

/** Returns the form in which names are compared: ASCII letters in lower case. */
export const nameKey = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The ID of an object with its kind, as in links. */
export const linkId = (kind: FindHit['kind'], id: string) => `${kind}:${id}`

/** Returns the IDs of one kind that the links name. */
export const linkedIds = (kind: 'customer' | 'invoice', links: readonly { id: string }[]): string[] =>
  links.flatMap(({ id }) => (id.startsWith(`${kind}:`) ? [id.slice(kind.length + 1)] : []))

/** Returns the links that the entries of a page prove, one for each customer and invoice. */
export function linkRows(seen: Seen, view: TransactionPageView): LinkRow[] {
  const rows = new Map<string, LinkRow>()
  addLinks(rows, seen, view)
  return [...rows.values()]
}

/** Adds the links that the entries of a page prove to those of earlier pages. */
export function addLinks(
  rows: Map<string, LinkRow>,
  seen: Seen,
  { externalId, customers, results }: TransactionPageView,
): void {
  const add = (kind: 'customer' | 'invoice', sent: Field<string>, transactionId: Field<string>) => {
    const named = readable(sent)
    const id = named === null || rows.has(linkId(kind, named)) ? null : idOf(named)
    if (id !== null)
      rows.set(linkId(kind, id), { ...seen, externalId, id: linkId(kind, id), transactionId: idOf(transactionId) })
  }
  for (const { id, transactionId } of customers) add('customer', id, transactionId ?? undefined)
  for (const { id, allocationBlock } of results) add('invoice', allocationBlock?.invoiceId, id)
}

/** Replaces what PostgreSQL cannot store in JSON. */
const storable = (row: SeenRow): SeenRow =>
  JSON.parse(JSON.stringify(row), (_, value: unknown) => (typeof value === 'string' ? storableText(value) : value))

/** Returns the text, or "Unreadable: …" as its page says; null when nothing was sent. */
const sentTextOf = (value: Field<string>) => textOf(isUnreadable(value) ? unreadableText(value) : value)

/** Returns the text, cut when it is too long; null when there is none. */
function textOf(value: Field<string>): string | null {
  const text = readable(value)
  return text === null ? null : truncateText(storableText(text), MAX_TEXT)
}

/** Returns null for an ID that cannot be asked for; cutting it would make another ID. */
function idOf(value: Field<string>): string | null {
  const id = readable(value)
  return id === null || idProblem(id) !== null ? null : id
}

/** Returns an end; of a date-only end its last moment, so that the last day stays the same. */
function endOf(value: Field<string>): string | null {
  const end = instantOf(value)
  return end !== null && isDateOnly(end) ? lastMoment(end) : end
}

/** Returns null for a year that the store cannot return. */
function instantOf(value: Field<string>): string | null {
  const at = readable(value)
  return at !== null && /^\d{4}-/.test(at) && !at.startsWith('0000') ? at : null
}
