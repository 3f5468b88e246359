import { and, count, desc, eq, gt, inArray, isNotNull, isNull, not, or, type SQL } from 'drizzle-orm'
import type { ChangePage, ChangeReport } from '@/contract/console/change'
import type { ConsoleInput } from '@/contract/console/operations'
import type { Session } from '@/database/on-connection'
import type { Actor } from '../actor'
import type { OperationContext } from '../operation-context'
import { problemError } from '../problem'
import { consoleStore } from '../store/console-store'
import { IS_OPEN, subscriptionChanges } from '../store/schema'
import { isOfPerson } from './approval-policy'
import {
  advanceChange,
  ChangeMovedError,
  type ChangeRow,
  type ChangeSource,
  changeSourceOf,
  changeView,
  findChange,
  isOfSource,
  recordDecision,
  reportOf,
} from './change-store'

/** Returns one change. @throws ProblemError `not_found`, `store_unavailable` */
export async function getChange(
  _context: OperationContext,
  { changeId }: ConsoleInput<'getChange'>,
): Promise<ChangeReport> {
  return reportOf(await findChange(changeId))
}

/** Returns one page of the changes of this billing API, newest first, and their total number. @throws ProblemError `store_unavailable` */
export async function listChanges(
  { environment, actor, now }: OperationContext,
  { state, subscriptionId, page, pageSize }: ConsoleInput<'listChanges'>,
): Promise<ChangePage> {
  const db = await consoleStore()
  const which = and(
    isOfSource(changeSourceOf(environment)),
    isListed(state, actor, now()),
    subscriptionId === undefined ? undefined : eq(subscriptionChanges.subscriptionId, subscriptionId),
  )
  const [total] = await db.select({ count: count() }).from(subscriptionChanges).where(which)
  const rows = await db
    .select()
    .from(subscriptionChanges)
    .where(which)
    .orderBy(desc(subscriptionChanges.createdAt), desc(subscriptionChanges.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { changes: rows.map(changeView), count: total?.count ?? 0 }
}

/** The user's own proposals stay listed this long after their last state. */
export const OWN_PROPOSALS_MS = 3 * 86_400_000

function isListed(state: ConsoleInput<'listChanges'>['state'], actor: Actor, now: Date): SQL | undefined {
  const { state: current, batchId, before, expiresAt, changedAt } = subscriptionChanges
  const isProposed = eq(current, 'PROPOSED')
  switch (state) {
    case 'all':
      return undefined
    case 'open':
      return IS_OPEN
    case 'proposed':
      return and(isProposed, not(isOfPerson(actor)))
    case 'own_proposals':
      return and(
        isOfPerson(actor),
        isNotNull(expiresAt),
        isNotNull(before),
        // A batch is listed as one.
        isNull(batchId),
        or(isProposed, gt(changedAt, new Date(now.getTime() - OWN_PROPOSALS_MS).toISOString())),
      )
  }
}

/**
 * Closes a change whose outcome the console could not determine, with a person's note. The subscription can be changed again.
 * @throws ProblemError `not_found`, `not_closable`, `store_unavailable`
 */
export async function closeChange(
  { actor, requestId, environment }: OperationContext,
  { changeId, note }: ConsoleInput<'closeChange'>,
): Promise<ChangeReport> {
  const row = await findChange(changeId)
  if (row.state !== 'NEEDS_REVIEW' || row.closedAt !== null) throw notClosable()
  const by = { actor: actor.name, role: actor.role, requestId }
  try {
    const closed = await advanceChange(
      row,
      (now) => ({
        state: row.state,
        detail: row.detail,
        closedAt: now.toISOString(),
        closedBy: actor.name,
        closeNote: note,
      }),
      {
        clock: environment.storeClock,
        by,
        first: (tx, now) => recordDecision(tx, row, { at: now, ...by, action: 'closeChange', reason: note }),
        auditDetail: { closedBy: actor.name, note },
      },
    )
    return reportOf(closed)
  } catch (error) {
    throw error instanceof ChangeMovedError ? notClosable() : error
  }
}

const notClosable = () =>
  problemError('not_closable', 'Not closed: this change is already closed, or needs no review. Reload the page.')

const MAX_OF_CUSTOMER = 200

/** Returns the changes of these subscriptions, newest first, up to 200. */
export async function changesOfSubscriptions(
  db: Session,
  changes: ChangeSource,
  subscriptionIds: string[],
): Promise<ChangeRow[]> {
  return db
    .select()
    .from(subscriptionChanges)
    .where(and(isOfSource(changes), inArray(subscriptionChanges.subscriptionId, subscriptionIds)))
    .orderBy(desc(subscriptionChanges.createdAt), desc(subscriptionChanges.id))
    .limit(MAX_OF_CUSTOMER)
}
