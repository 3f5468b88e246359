import { and, eq, inArray, sql } from 'drizzle-orm'
import type { RelatedObjects } from '@/contract/console/customer'
import type { ConsoleInput } from '@/contract/console/operations'
import { onConnection, type Session } from '@/database/on-connection'
import { linkId } from '../object-index/indexed-rows'
import { INVOICE_COLUMNS, subscriptionOfInvoice } from '../object-index/listed-columns'
import type { OperationContext } from '../operation-context'
import { problemError } from '../problem'
import { consoleStore } from '../store/console-store'
import { indexedInvoices, indexedLinks } from '../store/index-schema'

const MAX_INVOICES = 50
const MAX_LEDGERS = 20
/** A page waits no longer for it. */
const TIMEOUT_MS = 2_000

/**
 * Returns the invoices that the index knows of a subscription, and the ledgers that name one of them or the customer.
 * @throws ProblemError `store_unavailable` after two seconds
 */
export async function getRelated(
  { environment, signal }: OperationContext,
  input: ConsoleInput<'getRelated'>,
): Promise<RelatedObjects> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const ends = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    return await onConnection({ db: await consoleStore(), signal: ends }, (db) =>
      selectRelated(db, environment.index.source, input),
    )
  } catch (error) {
    if (!timeout.aborted || signal?.aborted) throw error
    throw problemError('store_unavailable', TOO_SLOW, { cause: error })
  }
}

const TOO_SLOW = 'What your team has seen could not be read in time. Nothing was changed. Try again in a moment.'

async function selectRelated(
  db: Session,
  source: string,
  { subscriptionId, customerId }: ConsoleInput<'getRelated'>,
): Promise<RelatedObjects> {
  const { id, issueDate, periodStart, periodEnd } = indexedInvoices
  const subscription = subscriptionOfInvoice
  const invoices = await db
    .select({ ...INVOICE_COLUMNS, periodStart, periodEnd })
    .from(indexedInvoices)
    .leftJoin(subscription, and(eq(subscription.source, source), eq(subscription.id, indexedInvoices.subscriptionId)))
    .where(and(eq(indexedInvoices.source, source), eq(indexedInvoices.subscriptionId, subscriptionId ?? '')))
    .orderBy(sql`${periodEnd} desc nulls last`, sql`${issueDate} desc nulls last`, id)
    .limit(MAX_INVOICES)
  const links = invoices.map((invoice) => linkId('invoice', invoice.id))
  if (customerId !== undefined) links.push(linkId('customer', customerId))
  const ledgers = await db
    .selectDistinct({ externalId: indexedLinks.externalId })
    .from(indexedLinks)
    .where(and(eq(indexedLinks.source, source), inArray(indexedLinks.id, links)))
    .orderBy(indexedLinks.externalId)
    .limit(MAX_LEDGERS)
  return { invoices, externalIds: ledgers.map(({ externalId }) => externalId) }
}
