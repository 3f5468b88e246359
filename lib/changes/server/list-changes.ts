import { z } from 'zod'
import { and, asc, desc, eq, gt, inArray, isNotNull, lte, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { ChangePage, ChangeReport } from '../change'
import type { Download } from '@/lib/core/download'
import type { Session } from '@/database/on-connection'
import { CHANGE_LABELS, changeLabel } from '../change-state-label'
import { activityPath, groupPath, subscriptionPath } from '@/lib/core/paths'
import type { Actor } from '@/lib/core/server/actor'
import { activityLimitsOf } from '@/lib/activity/server/read-activity'
import { type CsvBatches, csvDownload } from '@/lib/core/server/csv/csv-download'
import { CsvTable, instantColumns, textColumn } from '@/lib/core/server/csv/csv-table'
import { fileNameOf } from '@/lib/core/server/csv/file-name'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { CSV_FIELDS, Reason } from '@/lib/core/server/input'
import { operation } from '@/lib/core/server/operation'
import { problemError } from '@/lib/core/server/problem'
import { readWithin } from '@/lib/store/console-store'
import { IS_OPEN, subscriptionChanges } from '@/lib/store/schema'
import { isOfPerson } from './approval-policy'
import {
  advanceChange,
  ChangeMovedError,
  type ChangeRow,
  type ChangeSource,
  changeSourceOf,
  changeView,
  detailOf,
  findChange,
  isOfSource,
  recordDecision,
  reportOf,
} from './change-store'
import { readGroups } from './group-store'
import { ChangeId, GroupId, ListChangesInput } from './change-input'

/** Returns one change. @throws ProblemError `not_found`, `store_unavailable` */
export const getChange = operation('getChange', {
  input: z.strictObject({ changeId: ChangeId }),
  describe: 'A cancel or delete with its state, from the proposal to the outcome.',
  tool: {},
  isPolled: true,
  async run(_, { changeId }): Promise<ChangeReport> {
    return reportOf(await findChange(changeId))
  },
})

/** Returns one page of the changes of this billing API, newest first, and their total number. @throws ProblemError `store_unavailable` */
export const listChanges = operation('listChanges', {
  input: ListChangesInput,
  describe:
    'Cancels and deletes that were requested in this console, the newest first. By default only those whose outcome is not known yet; finished ones and proposals need another `state`. `groups` says how far the groups of these changes are.',
  tool: {
    page({ subscriptionId, group }) {
      if (subscriptionId !== undefined) return subscriptionPath(subscriptionId)
      return group === undefined ? activityPath() : groupPath(group)
    },
    rows: 'changes',
  },
  isPolled: true,
  async run(context, { page, pageSize, ...filters }): Promise<ChangePage> {
    const { groupId, groupPosition, id } = subscriptionChanges
    const key = sql`coalesce(${groupId}, ${id})`
    const listed = isListed(context, filters)
    // A list of proposals has one change of each group.
    const isByGroup = filters.group === undefined && (filters.state === 'proposed' || filters.state === 'own_proposals')
    return readWithin(context, async (db) => {
      const firstOfEach = db
        .selectDistinctOn([key], { id })
        .from(subscriptionChanges)
        .where(listed)
        .orderBy(key, asc(groupPosition))
      const which = isByGroup ? inArray(id, firstOfEach) : listed
      const rows = await selectChanges(db, which)
        .limit(pageSize)
        .offset((page - 1) * pageSize)
      const groups = [...new Set(rows.flatMap((row) => row.groupId ?? []))]
      return {
        changes: rows.map(changeView),
        count: await db.$count(subscriptionChanges, which),
        groups: await readGroups(db, groups, context.actor),
      }
    })
  },
})

const selectChanges = (db: Session, which: SQL | undefined) =>
  db
    .select()
    .from(subscriptionChanges)
    .where(which)
    .orderBy(
      desc(subscriptionChanges.createdAt),
      sql`${subscriptionChanges.groupPosition} nulls last`,
      desc(subscriptionChanges.id),
    )
    .$dynamic()

/** Returns the changes that the user's activity shows as CSV, newest first. @throws ProblemError `console_busy`, `store_unavailable` */
export const exportChanges = operation('exportChanges', {
  input: z.strictObject({ group: GroupId.optional(), ...CSV_FIELDS }),
  describe: 'A CSV of the cancels and deletes that the activity of the user shows, or of those of a group.',
  audit: { records: 'run', fields: ['group', 'form'] },
  async run(context, { form, group }): Promise<Download> {
    const { environment, now } = context
    return csvDownload(context, {
      fileName: fileNameOf({ what: 'changes', whose: group ?? environment.name, at: now(), ending: '.csv' }),
      table: new CsvTable(COLUMNS, form),
      // Later changes would move the rows from one piece to the next.
      batches: piecesOf(
        context,
        and(isListed(context, { state: 'all', group }), lte(subscriptionChanges.createdAt, now().toISOString())),
      ),
    })
  },
})

const PIECE = 500

async function* piecesOf({ signal }: OperationContext, which: SQL | undefined): CsvBatches<ChangeRow> {
  for (let at = 0; ; at += PIECE) {
    const rows = await readWithin({ signal }, (db) => selectChanges(db, which).limit(PIECE).offset(at))
    yield rows
    if (rows.length < PIECE) return null
  }
}

const COLUMNS = [
  textColumn<ChangeRow>('Subscription ID', ({ subscriptionId }) => subscriptionId),
  textColumn<ChangeRow>('Action', ({ action }) => CHANGE_LABELS[action]),
  textColumn<ChangeRow>('Outcome', (row) => changeLabel(changeView(row)).text),
  textColumn<ChangeRow>('Cause', detailOf),
  textColumn<ChangeRow>('Who', ({ actor }) => actor),
  textColumn<ChangeRow>('Reason', ({ reason }) => reason),
  textColumn<ChangeRow>('Ticket', ({ ticket }) => ticket),
  textColumn<ChangeRow>('Decided by', ({ decidedBy }) => decidedBy),
  ...instantColumns<ChangeRow>('Requested', ({ createdAt }) => createdAt),
  ...instantColumns<ChangeRow>('Sent', ({ sentAt }) => sentAt),
  ...instantColumns<ChangeRow>('Outcome since', ({ changedAt }) => changedAt),
  textColumn<ChangeRow>('Change ID', ({ id }) => id),
  textColumn<ChangeRow>('Group', ({ groupId }) => groupId),
]

/** The user's own proposals stay listed this long after their last state. */
const OWN_PROPOSALS_MS = 3 * 86_400_000

type ListFilters = Pick<z.infer<typeof ListChangesInput>, 'state' | 'subscriptionId' | 'group'>

function isListed({ environment, actor, now }: OperationContext, { state, subscriptionId, group }: ListFilters) {
  return and(
    isOfSource(changeSourceOf(environment)),
    isInState(state, actor, now()),
    subscriptionId === undefined ? undefined : eq(subscriptionChanges.subscriptionId, subscriptionId),
    group === undefined ? undefined : eq(subscriptionChanges.groupId, group),
    // Everyone sees the changes of a subscription on its page, and what waits there or for them.
    state === 'all' && subscriptionId === undefined ? isInActivity(actor) : undefined,
  )
}

/** Matches the changes that the activity of the actor shows. */
function isInActivity(actor: Actor): SQL | undefined {
  const limits = activityLimitsOf(actor)
  return and(
    limits.actor === undefined ? undefined : eq(subscriptionChanges.actor, limits.actor),
    limits.actions === undefined
      ? undefined
      : inArray(sql`${subscriptionChanges.action} || 'Subscription'`, [...limits.actions]),
  )
}

function isInState(state: z.infer<typeof ListChangesInput>['state'], actor: Actor, now: Date): SQL | undefined {
  const { state: current, groupId, before, expiresAt, changedAt } = subscriptionChanges
  const isProposed = eq(current, 'PROPOSED')
  switch (state) {
    case 'all':
      return undefined
    case 'open':
      // One that waits for its turn has no outcome to look for yet.
      return and(IS_OPEN, ne(current, 'QUEUED'))
    case 'proposed':
      return and(isProposed, not(isOfPerson(actor)))
    case 'own_proposals':
      return and(
        isOfPerson(actor),
        isNotNull(expiresAt),
        or(isNotNull(before), isNotNull(groupId)),
        or(isProposed, gt(changedAt, new Date(now.getTime() - OWN_PROPOSALS_MS).toISOString())),
      )
  }
}

/**
 * Closes a change whose outcome the console could not determine, with a person's note. The subscription can be changed again.
 * @throws ProblemError `not_found`, `not_closable`, `store_unavailable`
 */
export const closeChange = operation('closeChange', {
  input: z.strictObject({ changeId: ChangeId, note: Reason }),
  audit: { records: 'refusal' },
  async run({ actor, requestId, environment }, { changeId, note }): Promise<ChangeReport> {
    const row = await findChange(changeId)
    if (row.state !== 'NEEDS_REVIEW' || row.closedAt !== null) throw notClosable()
    const by = { actor: actor.name, role: actor.role, requestId }
    try {
      const closed = await advanceChange(
        row,
        (now) => ({
          state: row.state,
          cause: JSON.parse(row.cause),
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
  },
})

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
