import { and, ne } from 'drizzle-orm'
import type { ReadKind, ReadOutcome } from '../reads'
import { idProblem } from '@/contract/requestable-id'
import { getInvoice } from '@/lib/invoices/server/get-invoice'
import { listTransactions } from '@/lib/ledger/server/list-transactions'
import { hasId, readList, seenByIds, selectSeen } from '@/lib/objects/server/seen-objects'
import type { ReadContext } from '@/lib/core/server/operation-context'
import { ProblemError } from '@/lib/core/server/problem'
import { seenObjects } from '@/lib/store/index-schema'
import { getSubscription } from '@/lib/subscriptions/server/get-subscription'

/** What became of an ID, and why it was not read when the outcome does not say it. */
export interface ReadResult {
  outcome: ReadOutcome
  why: string | null
}

/** Thrown when an object was read and the index does not have the response. */
export class NotKeptError extends Error {}

/** A row that is at most this much older than the read has its response: an unchanged object is not written again. */
const SAME_RESPONSE_MS = 90_000
const NEWEST = { page: 1, pageSize: 100, order: 'desc' } as const

/**
 * Reads an object in the billing API, and waits until the index has it.
 * @throws ProblemError of a failure that may pass; NotKeptError
 */
export async function readObject(context: ReadContext, kind: ReadKind, id: string): Promise<ReadResult> {
  if (idProblem(id) !== null) return { outcome: 'otherKind', why: null }
  const startedAtMs = Date.now()
  let isObject: boolean
  try {
    isObject = await readKind(context, kind, id)
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.retryable) throw error
    const { code, title } = error.problem
    // An API may refuse what cannot be an ID of the kind.
    if ((code === 'not_found' || code === 'refused') && (await isOtherKind(context, kind, id)))
      return { outcome: 'otherKind', why: null }
    return code === 'not_found' ? { outcome: 'notFound', why: null } : { outcome: 'failed', why: title }
  }
  if (!isObject)
    return (await isOtherKind(context, kind, id))
      ? { outcome: 'otherKind', why: null }
      : { outcome: 'notFound', why: 'No transactions' }
  await requireKept(context, { kind, id, startedAtMs })
  return { outcome: 'read', why: null }
}

/** Reads an object of a kind. @returns false for a ledger without transactions, which some APIs return for any ID */
async function readKind(context: ReadContext, kind: ReadKind, id: string): Promise<boolean> {
  if (kind === 'customer')
    return (await listTransactions.run(context, { externalId: id, ...NEWEST })).results.length > 0
  await (kind === 'invoice' ? getInvoice.run(context, { invoiceId: id }) : getSubscription.run(context, { id }))
  return true
}

/** True when the index knows the ID as that of another kind. */
const isOtherKind = ({ environment, signal }: ReadContext, kind: ReadKind, id: string): Promise<boolean> =>
  readList(signal, async (db) => {
    const others = and(hasId([id]), ne(seenObjects.kind, kind))
    return (await selectSeen(db, environment.index.source, others).limit(1)).length > 0
  })

async function requireKept(
  { environment, signal }: ReadContext,
  { kind, id, startedAtMs }: { kind: ReadKind; id: string; startedAtMs: number },
): Promise<void> {
  await environment.index.written()
  const [kept] = await readList(signal, (db) => seenByIds(db, environment.index.source, [{ kind, id }]))
  if (kept === undefined || Date.parse(kept.asOf) < startedAtMs - SAME_RESPONSE_MS) throw new NotKeptError()
}
