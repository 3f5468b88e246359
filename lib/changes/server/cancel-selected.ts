import { z } from 'zod'
import { randomBytes } from 'node:crypto'
import { and, countDistinct, eq, inArray, isNotNull } from 'drizzle-orm'
import { type ChangeCause, type GroupChanged, MAX_GROUP_BYTES, MAX_OPEN_GROUPS, MAX_UNAPPROVED_GROUP } from '../change'
import { isAllowed } from '@/lib/core/roles'
import type { DatabaseTransaction } from '@/database/open-database'
import { effectOn, effectUntil, mayDelete, proposedCause } from '../expected-effect'
import { viewAsSeen } from '../view-as-seen'
import type { Actor } from '@/lib/core/server/actor'
import { appendEntries, recordedTransaction } from '@/lib/store/append-entry'
import { formatFields } from '@/lib/activity/server/run-audited'
import { addJob, requestStop } from '@/lib/jobs/job-store'
import { wakeJobs } from '@/lib/jobs/run-jobs'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { operation } from '@/lib/core/server/operation'
import { problemError } from '@/lib/core/server/problem'
import { freshSignInRequired, isFreshlySignedIn } from '@/lib/core/server/sign-in-rules'
import { consoleStore } from '@/lib/store/console-store'
import { subscriptionChanges } from '@/lib/store/schema'
import { admitProposal, expiryAt, isOfPerson, sentWithoutApproval } from './approval-policy'
import { changeOpen, changeSourceOf, isOfSource } from './change-store'
import { endUnsentOfGroup, groupJob, readGroups } from './group-store'
import { isSamePerson } from './other-person'
import { blockingChange, newChange } from './prepare-change'
import { CancelSelectedInput, GroupId } from './change-input'

type Row = z.infer<typeof CancelSelectedInput>['rows'][number]
const ACTION = 'cancel'
const QUEUED = { state: 'QUEUED', cause: JSON.stringify({ kind: 'queued' } satisfies ChangeCause) } as const

/**
 * Stores the cancels of several subscriptions in one transaction, all or none. Up to ten follow the policy like single cancels; more
 * always wait for another person. Those that need no approval are sent in the background, in this order.
 * @throws ProblemError `effect_required` for a row whose facts have another effect, `change_open` naming the subscription,
 * `fresh_sign_in_required`, `too_many_groups`, `too_many_proposals`
 */
export const cancelSelected = operation('cancelSelected', {
  input: CancelSelectedInput,
  maxBodyBytes: MAX_GROUP_BYTES,
  audit: { records: 'refusal' },
  async run(context, { reason, ticket, rows }): Promise<GroupChanged> {
    const { environment, actor, requestId, now: nowHere } = context
    const effects = rows.map(({ seen }) => seen.effect)
    if (effects.some(mayDelete) && !isFreshlySignedIn(actor, nowHere())) throw freshSignInRequired()
    const unchanged = rows.find(({ seen }) => seen.effect === 'nothing')
    if (unchanged)
      throw problemError('no_effect', `Nothing was stored: cancelling ${unchanged.id} would change nothing.`)
    const other = rows.find((row) => effectOn(ACTION, asSeen(row, nowHere())) !== row.seen.effect)
    if (other)
      throw problemError(
        'effect_required',
        `Nothing was stored: by now ${other.id} has another effect than was confirmed. Open "Cancel selected" again.`,
      )
    const groupId = `grp_${randomBytes(12).toString('base64url')}`
    await recordedTransaction(await consoleStore(), async (tx) => {
      const now = await environment.storeClock.storeNow(tx)
      await admitGroup(tx, actor)
      const policy = rows.length > MAX_UNAPPROVED_GROUP ? ({ needs: 'all' } as const) : environment.approvals
      const sent = await sentWithoutApproval(tx, policy, { effects, actor }, now)
      const isFree = (nth: number) => sent[nth] === true
      if (!rows.every((_, nth) => isFree(nth))) await admitProposal(tx, actor)
      for (const isProposal of [false, true]) {
        const subscriptionIds = rows.flatMap(({ id }, nth) => (isFree(nth) === isProposal ? [] : id))
        const blocking = await blockingChange(tx, context, { action: ACTION, subscriptionIds, isProposal }, now)
        if (blocking) throw changeOpen(blocking, blocking.subscriptionId)
      }
      const entry = (id: string) => ({
        at: now,
        actor: actor.name,
        role: actor.role,
        action: 'cancelSubscription',
        requestId,
        object: { kind: 'subscription', id },
      })
      const intents = await appendEntries(
        tx,
        rows.map(({ id, seen, externalCustomerId }) => ({
          ...entry(id),
          reason,
          ticket,
          detail: { group: groupId, seen: formatFields(seen), externalCustomerId },
        })),
      )
      const proposed = (row: Row) => {
        const view = asSeen(row, now)
        const expiresAt = expiryAt(environment.approvals, now, effectUntil(ACTION, view))
        return { state: 'PROPOSED' as const, cause: JSON.stringify(proposedCause(ACTION, view, expiresAt)), expiresAt }
      }
      const stored = await tx
        .insert(subscriptionChanges)
        .values(
          rows.map((row, nth) => ({
            ...newChange(context, { ...row, action: ACTION, reason, ticket }, now),
            ...(isFree(nth) ? QUEUED : proposed(row)),
            intent: intents[nth] ?? 0,
            groupId,
            groupPosition: nth + 1,
          })),
        )
        .returning()
      await appendEntries(
        tx,
        stored
          .filter(({ state }) => state === 'PROPOSED')
          .map(({ id, subscriptionId, intent, state }) => ({
            ...entry(subscriptionId),
            completes: intent,
            outcome: 'proposed',
            detail: { change: id, state },
          })),
      )
      if (rows.some((_, nth) => isFree(nth))) await addJob(tx, groupJob(environment, groupId))
    })
    wakeJobs()
    return groupOf(context, groupId)
  },
})

/** Returns what the agent saw, as it is now: the instant of the read comes from the client. */
const asSeen = ({ id, seen }: Row, now: Date) => viewAsSeen(id, { seen, at: now.toISOString() })

/** @throws ProblemError `too_many_groups` */
async function admitGroup(tx: DatabaseTransaction, actor: Actor): Promise<void> {
  const { groupId, state } = subscriptionChanges
  const [open] = await tx
    .select({ count: countDistinct(groupId) })
    .from(subscriptionChanges)
    .where(and(isNotNull(groupId), inArray(state, ['PROPOSED', 'QUEUED', 'PREPARED']), isOfPerson(actor)))
  if ((open?.count ?? 0) < MAX_OPEN_GROUPS) return
  throw problemError(
    'too_many_groups',
    `Nothing was stored: ${MAX_OPEN_GROUPS} of your groups have changes that wait. Let them end, or stop the rest of one.`,
  )
}

/**
 * Ends the changes of a group that were not sent yet, for its owner or a person who may approve.
 * @throws ProblemError `not_found`, `not_allowed`
 */
export const stopGroup = operation('stopGroup', {
  input: z.strictObject({ groupId: GroupId }),
  audit: { records: 'refusal' },
  async run(context, { groupId }): Promise<GroupChanged> {
    const { environment, actor, requestId } = context
    const isOfGroup = and(eq(subscriptionChanges.groupId, groupId), isOfSource(changeSourceOf(environment)))
    await recordedTransaction(await consoleStore(), async (tx) => {
      const [first] = await tx.select().from(subscriptionChanges).where(isOfGroup).limit(1)
      if (!first) throw problemError('not_found', 'There is no such group. Nothing was stopped.')
      if (!isSamePerson(first, actor) && !isAllowed(actor.role, 'approve'))
        throw problemError('not_allowed', `Nothing was stopped: ${first.actor} made this group.`)
      const at = await environment.storeClock.storeNow(tx)
      // First, so that no further change is claimed before this transaction ends.
      await requestStop(tx, groupJob(environment, groupId))
      await endUnsentOfGroup(
        tx,
        { groupId, states: ['PROPOSED', 'QUEUED', 'PREPARED'] },
        { at, cause: { kind: 'stopped', by: actor.name }, by: { actor: actor.name, role: actor.role, requestId } },
      )
    })
    wakeJobs()
    return groupOf(context, groupId)
  },
})

async function groupOf({ actor }: OperationContext, groupId: string): Promise<GroupChanged> {
  const [group] = await readGroups(await consoleStore(), [groupId], actor)
  if (!group) throw new TypeError('a stored group has no changes')
  return { accepted: true, group }
}
