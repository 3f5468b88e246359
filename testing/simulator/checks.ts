import { asc } from 'drizzle-orm'
import { verifyAudit } from '@/lib/activity/server/verify-audit'
import { jobs } from '@/lib/store/job-schema'
import { auditEntries, subscriptionChanges } from '@/lib/store/schema'
import { findFalseReports } from '../console/false-reports'
import type { SimulatedNetwork } from './network'
import type { Stores } from './stores'

type Change = typeof subscriptionChanges.$inferSelect
type AuditEntry = typeof auditEntries.$inferSelect

/** Lists what is wrong after a run, in a sentence each. */
export async function findFaults(stores: Stores, network: SimulatedNetwork, approvals: string): Promise<string[]> {
  const { db } = stores
  const changes = await db.select().from(subscriptionChanges)
  const entries = await db.select().from(auditEntries).orderBy(asc(auditEntries.sequence))
  const { findings } = await verifyAudit(db)
  const unfinished = (await db.select().from(jobs)).filter(({ state }) => state === 'running' || state === 'failed')
  return [
    ...falseReports(changes, network),
    ...network.unstored.map(({ id }) => `a change of ${id} was received before it was stored as sent`),
    ...findings.map(({ sequence, why }) => `audit entry ${sequence}: ${why}`),
    ...changes.flatMap((change) => outcomeFaults(change, entries)),
    ...changes.flatMap((change) => approvalFaults(change, network, approvals)),
    ...unfinished.map(({ subject, state }) => `the job of ${subject} is lost: ${state}`),
    ...((await stores.doubledClaims()) > 0 ? ['a job was claimed while another process held it'] : []),
  ]
}

/** The changes of a group share one request ID, so each request is named by its subscription too. */
function falseReports(changes: readonly Change[], { received, effects }: SimulatedNetwork): string[] {
  return findFalseReports(
    changes.map((change) => ({ ...change, requestId: nameOf(change.requestId, change.subscriptionId) })),
    { received: named(received), effects: named(effects) },
  )
}

const nameOf = (requestId: string | undefined, id: string) => `${requestId} ${id}`
const named = (records: SimulatedNetwork['received']) =>
  records.map((record) => ({ ...record, requestId: nameOf(record.requestId, record.id) }))

/** A change has ended, its last audit entry says how, and one person decided about it. */
function outcomeFaults({ id, intent, state }: Change, entries: readonly AuditEntry[]): string[] {
  const about = entries.filter(({ detail }) => JSON.parse(detail).change === id)
  const last = about.findLast(({ completes }) => completes === intent)
  const decisions = about.filter(({ action, outcome }) => DECISIONS.has(action) && outcome === 'done')
  return [
    ...(last && JSON.parse(last.detail).state === state ? [] : [`the audit has no outcome ${state} of ${id}`]),
    ...(decisions.length > 1 ? [`${id} was decided ${decisions.length} times`] : []),
  ]
}

const DECISIONS = new Set(['approveChange', 'declineChange'])

/** Four eyes: what the policy holds back was sent only after another person approved it. */
function approvalFaults(change: Change, { received }: SimulatedNetwork, approvals: string): string[] {
  const { id, action, actor, subscriptionId, requestId, expiresAt, decidedAt, decidedBy } = change
  const sent = received.find((record) => record.requestId === requestId && record.id === subscriptionId)
  const mustWait = expiresAt !== null || approvals === 'all' || (approvals === 'deletes' && action === 'delete')
  if (!sent || !mustWait) return []
  const isByAnother = decidedBy !== null && decidedBy !== actor && ADMINS.has(decidedBy)
  const isInTime = decidedAt !== null && decidedAt <= sent.at.toISOString() && decidedAt < (expiresAt ?? '')
  return isByAnother && isInTime ? [] : [`${id} was sent without the approval of another person`]
}

const ADMINS = new Set(['boss@example.com', 'chief@example.com'])
