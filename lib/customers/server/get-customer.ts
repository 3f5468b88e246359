import { and, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { CustomerInvoice, CustomerView, UnreadObject } from '../customer'
import type { FindHit } from '@/lib/find/find-result'
import type { IndexedSubscription } from '@/lib/objects/indexed-objects'
import type { Session } from '@/database/on-connection'
import { comparableCharges } from '@/lib/invoices/charged-wrongly'
import { changesOfSubscriptions } from '@/lib/changes/server/list-changes'
import { changeSourceOf, changeView } from '@/lib/changes/server/change-store'
import { customersOfLedger, ledgersOfCustomer } from '@/lib/objects/server/customer-links'
import { checkedInvoices } from '@/lib/objects/server/compared-findings'
import { differencesOf } from '@/lib/objects/server/list-differences'
import {
  hasId,
  isOfKind,
  isOverdue,
  listedCustomer,
  listedSubscription,
  seenByIds,
  selectSeen,
} from '@/lib/objects/server/seen-objects'
import { linkedIds } from '@/lib/objects/server/seen-rows'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { notesOf } from '@/lib/objects/server/remarks'
import { readWithin } from '@/lib/store/console-store'
import { indexedLinks, seenObjects } from '@/lib/store/index-schema'
import { CustomerInput, CustomerId } from '@/lib/core/server/input'
import { z } from 'zod'
import { operation } from '@/lib/core/server/operation'

type CustomerContext = Pick<OperationContext, 'environment' | 'signal' | 'now'>

const MAX_LINKS = 1_000
const MAX_ROWS = 200

/**
 * Returns what the index knows of a customer, by the external ID of a ledger. Empty lists for an ID that was never opened. Waits
 * for reads that are being written, so that a page sees what it has just read.
 */
export const getCustomer = operation('getCustomer', {
  input: CustomerInput,
  describe:
    'A customer by the external ID of their ledger: balances, subscriptions and invoices that the console knows.',
  tool: { from: 'index' },
  async run(context: CustomerContext, { externalId }): Promise<CustomerView> {
    return readCustomer(context, async (db, source) => {
      const links = await selectLinks(db, and(eq(indexedLinks.source, source), eq(indexedLinks.externalId, externalId)))
      const { customers, conflict } = await customersOfLedger(db, source, externalId)
      return { externalIds: [externalId], links, customerIds: customers, conflict }
    })
  },
})

/** Returns the same for a customer ID of the billing API, with the ledgers that belong to it. */
export const getApiCustomer = operation('getApiCustomer', {
  input: z.strictObject({ customerId: CustomerId }),
  describe: 'A customer by their ID in the billing API.',
  async run(context, { customerId }): Promise<CustomerView> {
    return readCustomer(context, async (db, source) => {
      const ledgers = await ledgersOfCustomer(db, source, customerId)
      return { ...ledgers, links: [], customerIds: [{ id: customerId, transactionId: null }] }
    })
  },
})

type Link = typeof indexedLinks.$inferSelect

/** How a customer is known: the ledgers, their links, and the customers of the billing API. */
interface Identity extends Pick<CustomerView, 'customerIds' | 'conflict'> {
  externalIds: string[]
  links: Link[]
}

/** Reads all rows of the customer that `identify` finds. */
async function readCustomer(
  context: CustomerContext,
  identify: (db: Session, source: string) => Promise<Identity>,
): Promise<CustomerView> {
  const { environment } = context
  const { source } = environment.index
  await environment.index.writtenSoon()
  return readWithin(context, async (db) => {
    const { externalIds, links, customerIds, conflict } = await identify(db, source)
    const ids = customerIds.map(({ id }) => id)
    const linkedInvoices = linkedIds('invoice', links)
    const invoices = await selectInvoices(db, source, { ids: linkedInvoices, customerIds: ids }, context.now())
    const named = [...new Set(invoices.flatMap(({ subscriptionId }) => subscriptionId ?? []))]
    const subscriptions = await selectSubscriptions(db, source, { ids: named, customerIds: ids })
    const ledgers = await seenByIds(db, source, objectsOf('customer', externalIds))
    const subscriptionIds = subscriptions.map(({ id }) => id)
    const invoiceIds = invoices.map(({ id }) => id)
    const changes = await changesOfSubscriptions(db, changeSourceOf(environment), subscriptionIds)
    const differences = await differencesOf(db, source, { subscriptionIds, invoiceIds })
    const notes = await notesOf(db, source, [
      ...objectsOf('customer', [...externalIds, ...ids]),
      ...objectsOf('subscription', subscriptionIds),
      ...objectsOf('invoice', invoiceIds),
    ])
    const unread = await selectMissing(db, source, [
      ...objectsOf('invoice', linkedInvoices),
      ...objectsOf('subscription', named),
    ])
    return {
      ledgers: ledgers.map(listedCustomer).toSorted((one, other) => (one.id < other.id ? -1 : 1)),
      customerIds,
      conflict,
      subscriptions: subscriptions.slice(0, MAX_ROWS),
      invoices: invoices.slice(0, MAX_ROWS),
      unread,
      differences,
      changes: changes.map(changeView),
      notes,
      readAt: context.now().toISOString(),
      hasMore: {
        links: links.length >= MAX_LINKS,
        subscriptions: subscriptions.length > MAX_ROWS,
        invoices: invoices.length > MAX_ROWS,
      },
    }
  })
}

/** Returns those of these objects that the index has no row of. */
async function selectMissing(db: Session, source: string, objects: readonly UnreadObject[]): Promise<UnreadObject[]> {
  const { kind, id } = seenObjects
  const rows = await db
    .select({ kind, id })
    .from(seenObjects)
    .where(and(eq(seenObjects.source, source), hasId(objects.map((object) => object.id))))
  const stored = new Set(rows.map((row) => `${row.kind} ${row.id}`))
  return objects.filter((object) => !stored.has(`${object.kind} ${object.id}`))
}

const objectsOf = <Kind extends FindHit['kind']>(kind: Kind, ids: string[]) => ids.map((id) => ({ kind, id }))

const selectLinks = (db: Session, where: SQL | undefined): Promise<Link[]> =>
  db.select().from(indexedLinks).where(where).orderBy(desc(indexedLinks.seenAt)).limit(MAX_LINKS)

/** How the rows of a customer are found. */
interface OfCustomer {
  ids: string[]
  customerIds: string[]
}

const isOfCustomer = (kind: UnreadObject['kind'], { ids, customerIds }: OfCustomer): SQL | undefined =>
  and(isOfKind(kind), or(hasId(ids), inArray(seenObjects.customerId, customerIds)))

async function selectInvoices(db: Session, source: string, of: OfCustomer, now: Date): Promise<CustomerInvoice[]> {
  const { row, id } = seenObjects
  const seen = await selectSeen(db, source, isOfCustomer('invoice', of))
    .orderBy(
      sql`coalesce(${isOverdue(now)}, false) desc`,
      sql`(${row} ->> 'issueDate') collate "C" desc nulls last`,
      id,
    )
    .limit(MAX_ROWS + 1)
  const invoices = await checkedInvoices(db, source, seen)
  return invoices.map(({ invoice, checked, charges, periodStart, periodEnd }) => ({
    ...invoice,
    checked,
    periodStart,
    periodEnd,
    compared: comparableCharges({ ...invoice, charges }),
  }))
}

async function selectSubscriptions(db: Session, source: string, of: OfCustomer): Promise<IndexedSubscription[]> {
  const { status, row, id } = seenObjects
  const seen = await selectSeen(db, source, isOfCustomer('subscription', of))
    .orderBy(sql`${status} = 'active' desc nulls last`, sql`(${row} ->> 'startDate') collate "C" desc nulls last`, id)
    .limit(MAX_ROWS + 1)
  return seen.map(listedSubscription)
}
