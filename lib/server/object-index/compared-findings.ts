import { and, desc, eq, inArray, like } from 'drizzle-orm'
import { z } from 'zod'
import type { CheckedInvoice } from '@/contract/console/indexed-objects'
import type { InvoiceView } from '@/contract/console/invoice'
import type { InvoiceFinding, OwnFindings } from '@/contract/console/invoice-findings'
import type { Session } from '@/database/on-connection'
import { type ChargedInvoice, outsideSubscription, sameCharges } from '../../domain/invoice/charged-wrongly'
import { type Charge, invoiceCharges } from '../../domain/invoice/invoice-charges'
import { invoiceFindings } from '../../domain/invoice/invoice-findings'
import { CENTS } from '../../domain/money/currency-decimals'
import { invoiceNumber } from '../../domain/invoice/invoice-number'
import { readable } from '../../format/unreadable'
import type { ReadContext } from '../operation-context'
import { indexedInvoices, indexedLinks } from '../store/index-schema'
import { linkedIds, linkId } from './indexed-rows'
import { readList } from './page-of'

/** The most invoices that those of a page are compared with, the newest first. */
const MAX_PEERS = 2_000
const MAX_LINKS = 5_000

const Charges = z.array(
  z.object({
    priceId: z.string().nullable(),
    name: z.string().nullable(),
    start: z.string().nullable(),
    end: z.string().nullable(),
    // Charges that an older version stored have none.
    quantity: z.string().nullable().default(null),
    amount: z.string().nullable(),
  }),
)

/** Returns the stored charges; null when they are not known of all lines. */
const chargesOf = (stored: string | null): Charge[] | null =>
  stored === null ? null : (Charges.safeParse(JSON.parse(stored)).data ?? null)

/** An invoice of the index, with the columns that its findings are computed from. */
interface CheckableRow extends Omit<ChargedInvoice, 'charges'> {
  customerId: string | null
  charges: string | null
  /** `OwnFindings` as JSON; null when it was read by an older version. */
  own: string | null
  subscriptionStart: string | null
  subscriptionEnd: string | null
  isTrial: boolean | null
}

/** Returns the rows with all their findings: stored ones, and those of the comparison with subscription, other invoices and ledgers. */
export async function withFindings<Row extends CheckableRow>(db: Session, source: string, rows: readonly Row[]) {
  const subscriptionIds = [...new Set(rows.flatMap(({ subscriptionId }) => subscriptionId ?? []))]
  const compared = sameCharges(await selectPeers(db, source, subscriptionIds))
  const cited = await blocksOfOthers(db, source, rows)
  return rows.map(({ own, subscriptionStart, subscriptionEnd, isTrial, charges, ...row }) => ({
    ...row,
    charges: chargesOf(charges),
    checked: checkedOf(own, {
      isTrial: isTrial === true,
      outside: outsideSubscription(
        chargesOf(charges) ?? [],
        { startDate: subscriptionStart, endDate: subscriptionEnd },
        row,
      ),
      compared: [...(compared.get(row.id) ?? []), ...(cited.get(row.id) ?? [])],
    }),
  }))
}

function checkedOf(own: string | null, surroundings: Parameters<typeof invoiceFindings>[1]): CheckedInvoice | null {
  const { findings, more, checks } = invoiceFindings(own === null ? NONE : parseOwn(own), surroundings)
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

/** Parses findings that the console stored itself, with the same types. */
const parseOwn = (stored: string): OwnFindings => JSON.parse(stored)

async function selectPeers(db: Session, source: string, subscriptionIds: string[]): Promise<ChargedInvoice[]> {
  if (subscriptionIds.length === 0) return []
  const { id, number, status, subscriptionId, charges, goneAt, issueDate } = indexedInvoices
  const rows = await db
    .select({ id, number, status, subscriptionId, charges, goneAt })
    .from(indexedInvoices)
    .where(and(eq(indexedInvoices.source, source), inArray(subscriptionId, subscriptionIds)))
    .orderBy(desc(issueDate), id)
    .limit(MAX_PEERS)
  return rows.map((row) => ({ ...row, charges: chargesOf(row.charges) }))
}

/** Finds invoices that are named by a block in another customer's ledger: one that names customers, but not the invoice's. */
async function blocksOfOthers(
  db: Session,
  source: string,
  invoices: readonly { id: string; customerId: string | null }[],
): Promise<Map<string, InvoiceFinding[]>> {
  const known = new Map(invoices.flatMap(({ id, customerId }) => (customerId === null ? [] : [[id, customerId]])))
  if (known.size === 0) return new Map()
  const { externalId, id } = indexedLinks
  const ofSource = eq(indexedLinks.source, source)
  const naming = await db
    .select({ externalId, id })
    .from(indexedLinks)
    .where(
      and(
        ofSource,
        inArray(
          id,
          [...known.keys()].map((invoiceId) => linkId('invoice', invoiceId)),
        ),
      ),
    )
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
    const ofLedger = linkedIds(
      'customer',
      customers.filter((customer) => customer.externalId === link.externalId),
    )
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

/** The result of the comparison with the other invoices of a subscription, and with ledgers. */
export interface Comparison {
  findings: InvoiceFinding[]
  /** The number of other invoices of the subscription that the index knows. */
  others: number
}

/** Compares an invoice that was just read with the invoices and ledgers of the index. @throws ProblemError `store_unavailable` */
export async function compareInvoice(
  { environment: { index }, signal }: ReadContext,
  invoice: InvoiceView,
): Promise<Comparison> {
  const self: ChargedInvoice = {
    id: invoice.id,
    number: invoiceNumber(invoice),
    status: readable(invoice.status),
    subscriptionId: readable(invoice.subscriptionId),
    charges: invoiceCharges(invoice),
    goneAt: null,
  }
  return readList(signal, async (db) => {
    const peers = self.subscriptionId === null ? [] : await selectPeers(db, index.source, [self.subscriptionId])
    const others = peers.filter(({ id }) => id !== self.id)
    const cited = await blocksOfOthers(db, index.source, [{ id: self.id, customerId: readable(invoice.customerId) }])
    const same = sameCharges([self, ...others]).get(self.id) ?? []
    return { findings: [...same, ...(cited.get(self.id) ?? [])], others: others.length }
  })
}
