import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
// oxlint-disable-next-line no-restricted-imports -- only a program that migrates appends what the upgrade ended
import { appendEntries, type NewAuditEntry } from './append-entry'

const NOTE = 'stopped by the upgrade'
const ACTOR = { actor: 'upgrade', role: 'program', requestId: 'upgrade' }

type Ended = {
  id: string
  intent: string
  action: string
  subscription_id: string
}

type Proposal = {
  id: string
  intent: string
  state: 'proposed' | 'running'
  decided_by: string | null
}

/**
 * Ends the batches of an earlier version before their tables are dropped, in the transaction that holds the migration lock. A change of
 * a batch that is stored and not sent ends as not sent; one that was sent is followed to its outcome.
 */
export async function endBatches(client: PoolClient): Promise<void> {
  const db = drizzle(client)
  const { rows: known } = await db.execute(sql`select 1 where to_regclass('console.batches') is not null`)
  if (known.length === 0) return
  const { rows: changes } = await db.execute<Ended>(sql`
    update console.subscription_changes set state = 'NOT_SENT', detail = ${`Nothing was sent: ${NOTE}.`},
      holder = null, held_until = null, revision = revision + 1, changed_at = clock_timestamp()
    where batch_id is not null and state = 'PREPARED'
    returning id, intent, action, subscription_id`)
  // A preview that was never proposed has no intent.
  const { rows: proposals } = await db.execute<Proposal>(sql`
    select id, intent, state, decided_by from console.batches
    where state in ('proposed', 'running') and intent is not null order by created_at, id`)
  const at = new Date()
  const ended = { ...ACTOR, at }
  await appendEntries(db, [
    ...changes.map(({ id, intent, action, subscription_id }): NewAuditEntry => ({
      ...ended,
      outcome: 'not_sent',
      action: `${action}Subscription`,
      object: { kind: 'subscription', id: subscription_id },
      completes: Number(intent),
      detail: { change: id, state: 'NOT_SENT', note: NOTE },
    })),
    ...proposals.map(({ id, intent, state, decided_by }): NewAuditEntry => ({
      ...ended,
      // Of an approved one, changes may have been sent.
      outcome: state === 'running' ? 'failed' : 'not_sent',
      action: 'proposeBatch',
      completes: Number(intent),
      detail: { batchId: id, decidedBy: decided_by ?? undefined, note: NOTE },
    })),
  ])
}
