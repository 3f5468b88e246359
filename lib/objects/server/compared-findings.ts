import { and, eq, inArray, like, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { IndexedInvoice } from '../indexed-objects'
import type { InvoiceView } from '@/lib/invoices/invoice'
import type { InvoiceFinding, OwnFindings, CheckedInvoice, InvoiceVerdict } from '@/lib/invoices/finding'
import { isOneOf } from '@/database/recordset'
import { type ChargedInvoice, comparableCharges, sameCharges } from '@/lib/invoices/charged-wrongly'
import { outsideSubscription, type SubscriptionDates } from '@/lib/invoices/against-subscription'
import { isProblem } from '@/lib/invoices/finding-kinds'
import { type Charge, chargesOnce, invoiceCharges } from '@/lib/invoices/invoice-lines'
import { isPayableOrPaid } from '@/lib/invoices/owed-statuses'
import { invoiceFindings } from '@/lib/invoices/invoice-findings'
import { CENTS } from '@/lib/money/currency-decimals'
import { invoiceNumber } from '@/lib/invoices/invoice-number'
import { readable } from '@/lib/billing-api/unreadable'
import { indexedLinks, seenNames, seenObjects } from '@/lib/store/index-schema'
import { listedInvoice, type Reading, readList, type SeenObject } from './seen-objects'
import { reviewsOfInvoices } from './remarks'
import { linkedIds, linkId, nameKey } from './seen-rows'

/** The most invoices of a subscription that each of its invoices is compared with, the newest first. */
const MAX_PEERS = 200
const MAX_LINKS = 5_000

const Charges = z.array(
  z.object({
    priceId: z.string().nullable(),
    name: z.string().nullable(),
    start: z.string().nullable(),
    end: z.string().nullable(),
    // Charges that version 0.3.0 stored have none.
    quantity: z.string().nullable().default(null),
    amount: z.string().nullable(),
    isUsage: z.boolean().optional(),
  }),
)

/** Returns the stored charges; null when they are not known of all lines. */
const chargesOf = (stored: unknown): Charge[] | null => Charges.safeParse(stored).data ?? null

interface InvoiceWithFindings {
  invoice: IndexedInvoice
  periodStart: string | null
  periodEnd: string | null
  /** Null when they are not known of all lines. */
  charges: Charge[] | null
  checked: CheckedInvoice | null
  verdict: InvoiceVerdict
  /** Which of its charges could be compared with its subscription's other invoices. */
  compared: ReturnType<typeof comparableCharges>
  /** What else its findings depend on, beside the invoice itself. */
  surroundings: Surroundings
  /** The dates of its subscription. */
  dates: SubscriptionDates
}

type Surroundings = Parameters<typeof invoiceFindings>[1]

/** Returns invoices with all their findings: stored ones, and those of the comparison with subscription, other invoices and ledgers. */
export async function checkedInvoices(
  db: Reading,
  source: string,
  seen: readonly SeenObject[],
): Promise<InvoiceWithFindings[]> {
  const subscriptionIds = [...new Set(seen.flatMap(({ subscriptionId }) => subscriptionId ?? []))]
  const compared = sameCharges(await selectPeers(db, source, subscriptionIds))
  const cited = await blocksOfOthers(db, source, seen)
  const withNumbers = seen.map(({ name, ...object }) => ({ ...object, number: name }))
  const numbered = await sameNumbers(db, source, withNumbers)
  const reviews = await reviewsOfInvoices(db, source, seen)
  return seen.map((object) => {
    const { id, row, subscriptionRow, subscriptionEnd } = object
    const charges = chargesOf(row.charges)
    const isTrial = subscriptionRow?.isTrial === true
    const dates = {
      startDate: subscriptionRow?.startDate ?? null,
      endDate: subscriptionEnd,
      isTrial,
      isUsageCharged: subscriptionRow?.isUsageChargedInTrial !== false,
    }
    const surroundings = {
      isTrial,
      outside: outsideSubscription(charges ?? [], dates, { ...object, issueDate: row.issueDate ?? null }),
      compared: [...(compared.get(id) ?? []), ...(cited.get(id) ?? []), ...(numbered.get(id) ?? [])],
      reviews: reviews.get(id) ?? [],
    }
    const checked = checkedOf(row.findings ?? null, surroundings)
    const { periodStart = null, periodEnd = null } = row
    const part = comparedPart({ ...object, charges })
    const verdict = invoiceVerdict(checked, part === 'all')
    return {
      invoice: listedInvoice(object),
      periodStart,
      periodEnd,
      charges,
      checked,
      verdict,
      compared: part,
      surroundings,
      dates,
    }
  })
}

/** An invoice without a subscription has nothing to be compared with. */
const comparedPart = (invoice: Parameters<typeof comparableCharges>[0]) =>
  invoice.subscriptionId === null ? 'all' : comparableCharges(invoice)

/**
 * Returns the verdict of an invoice.
 * @param checked null when its lines were not checked
 * @param isCompared false when a charge could not be compared with the subscription and its other invoices
 */
export function invoiceVerdict(checked: CheckedInvoice | null, isCompared: boolean): InvoiceVerdict {
  if (checked === null) return 'unchecked'
  const { findings, more, checks } = checked
  if (findings.some(isProblem) || more > 0 || checks.look > 0) return 'look'
  const isWhole = checks.agrees + (checks.reviewed ?? 0) > 0 && checks.unchecked === 0 && checks.withoutPriceCheck === 0
  return isWhole && isCompared ? 'agrees' : 'unchecked'
}

/** @param own null when version 0.3.0 read it */
function checkedOf(own: OwnFindings | null, surroundings: Surroundings): CheckedInvoice | null {
  const { findings, more, checks } = invoiceFindings(own ?? NONE, surroundings)
  return own === null && findings.length === 0 ? null : { findings, more, checks }
}

const NONE: OwnFindings = {
  findings: [],
  more: 0,
  tierGroups: [],
  checks: { agrees: 0, look: 0, unchecked: 0, withoutPriceCheck: 0, nothingCharged: 0 },
  decimals: CENTS,
  billing: null,
}

async function selectPeers(db: Reading, source: string, subscriptionIds: string[]): Promise<ChargedInvoice[]> {
  if (subscriptionIds.length === 0) return []
  const { id, name, status, subscriptionId, goneAt, row } = seenObjects
  const newestFirst = sql`(${row} ->> 'issueDate') collate "C" desc, ${id}`
  const peers = db
    .select({
      id,
      number: sql<string | null>`${name}`.as('number'),
      status,
      subscriptionId,
      goneAt,
      charges: sql`${row} -> 'charges'`.as('charges'),
      cadence: sql<string | null>`${row} #>> '{findings,billing,cadence}'`.as('cadence'),
      nth: sql<number>`row_number() over (partition by ${subscriptionId} order by ${newestFirst})`.as('nth'),
    })
    .from(seenObjects)
    .where(and(eq(seenObjects.source, source), isOneOf(subscriptionId, subscriptionIds)))
    .as('peers')
  const rows = await db.select().from(peers).where(lte(peers.nth, MAX_PEERS)).orderBy(peers.nth, peers.id)
  return rows.map((peer) => ({ ...peer, charges: chargesOf(peer.charges), isChargedOnce: chargesOnce(peer) }))
}

/** Finds invoices that are named by a block in another customer's ledger: one that names customers, but not the invoice's. */
async function blocksOfOthers(
  db: Reading,
  source: string,
  invoices: readonly { id: string; customerId: string | null }[],
): Promise<Map<string, InvoiceFinding[]>> {
  const known = new Map(invoices.flatMap(({ id, customerId }) => (customerId === null ? [] : [[id, customerId]])))
  if (known.size === 0) return new Map()
  const { externalId, id } = indexedLinks
  const ofSource = eq(indexedLinks.source, source)
  const invoiceLinks = [...known.keys()].map((invoiceId) => linkId('invoice', invoiceId))
  const naming = await db
    .select({ externalId, id })
    .from(indexedLinks)
    .where(and(ofSource, inArray(id, invoiceLinks)))
    .orderBy(externalId)
    .limit(MAX_LINKS)
  if (naming.length === 0) return new Map()
  const ledgers = [...new Set(naming.map((link) => link.externalId))]
  const customers = await db
    .select({ externalId, id })
    .from(indexedLinks)
    .where(and(ofSource, inArray(externalId, ledgers), like(id, `${linkId('customer', '')}%`)))
    .limit(MAX_LINKS)
  const found = new Map<string, InvoiceFinding[]>()
  for (const link of naming) {
    const [invoiceId = ''] = linkedIds('invoice', [link])
    const linked = customers.filter((customer) => customer.externalId === link.externalId)
    const ofLedger = linkedIds('customer', linked)
    if (ofLedger.length === 0 || ofLedger.includes(known.get(invoiceId) ?? '')) continue
    const cited: InvoiceFinding = {
      severity: 'finding',
      lines: [],
      kind: 'blockOfAnother',
      externalId: link.externalId,
    }
    found.set(invoiceId, [...(found.get(invoiceId) ?? []), cited])
  }
  return found
}

/** Finds payable or paid invoices whose number another such invoice of the index has. */
async function sameNumbers(
  db: Reading,
  source: string,
  invoices: readonly Pick<ChargedInvoice, 'id' | 'number' | 'status' | 'goneAt'>[],
): Promise<Map<string, InvoiceFinding[]>> {
  const found = new Map<string, InvoiceFinding[]>()
  const numbered = invoices.filter((invoice) => invoice.number !== null && isPayableOrPaid(invoice))
  if (numbered.length === 0) return found
  const numbers = numbered.flatMap(({ number }) => number ?? [])
  const others = (await selectNumbered(db, source, numbers)).filter(isPayableOrPaid)
  const byNumber = new Map<string | null, typeof others>()
  for (const each of others) byNumber.set(each.number, [...(byNumber.get(each.number) ?? []), each].slice(0, 2))
  for (const { id, number } of numbered) {
    const other = byNumber.get(number)?.find((each) => each.id !== id)
    if (other)
      found.set(id, [
        { severity: 'finding', lines: [], kind: 'sameNumber', other: { id: other.id, number, isNumberShared: true } },
      ])
  }
  return found
}

/** Returns the invoices with these numbers, by ID. */
export async function selectNumbered(db: Reading, source: string, numbers: readonly string[]) {
  const { key, field, kind, id } = seenNames
  const keys = new Set(numbers.map(nameKey))
  const ofNames = db
    .select({ id })
    .from(seenNames)
    .where(and(eq(field, 'name'), eq(kind, 'invoice'), eq(seenNames.source, source), isOneOf(key, keys)))
  const { name, status, goneAt } = seenObjects
  return db
    .select({ id: seenObjects.id, number: name, status, goneAt })
    .from(seenObjects)
    .where(and(eq(seenObjects.source, source), eq(seenObjects.kind, 'invoice'), inArray(seenObjects.id, ofNames)))
    .orderBy(seenObjects.id)
    .limit(MAX_LINKS)
}

/** The result of the comparison with the other invoices of a subscription, and with ledgers. */
export interface Comparison {
  findings: InvoiceFinding[]
  /** The number of other invoices of the subscription that the index knows. */
  others: number
  /** False when not all of the invoice's charges could be compared. */
  isCompared: boolean
}

/** Compares an invoice that was just read with the invoices and ledgers of the index. @throws ProblemError `store_unavailable` */
export async function compareInvoice(
  { environment: { index }, signal }: { environment: { index: { source: string } }; signal?: AbortSignal | undefined },
  invoice: InvoiceView,
): Promise<Comparison> {
  const self: ChargedInvoice = {
    id: invoice.id,
    number: invoiceNumber(invoice),
    status: readable(invoice.status),
    subscriptionId: readable(invoice.subscriptionId),
    charges: invoiceCharges(invoice),
    isChargedOnce: chargesOnce(invoice.own.billing),
    goneAt: null,
  }
  return readList(signal, async (db) => {
    const peers = self.subscriptionId === null ? [] : await selectPeers(db, index.source, [self.subscriptionId])
    const others = peers.filter(({ id }) => id !== self.id)
    const cited = await blocksOfOthers(db, index.source, [{ id: self.id, customerId: readable(invoice.customerId) }])
    const numbered = await sameNumbers(db, index.source, [self])
    const same = sameCharges([self, ...others]).get(self.id) ?? []
    return {
      findings: [...same, ...(cited.get(self.id) ?? []), ...(numbered.get(self.id) ?? [])],
      others: others.length,
      isCompared: comparedPart(self) === 'all',
    }
  })
}
