import { randomUUID } from 'node:crypto'
import type { ChangeCause } from '@/lib/changes/change'
import type { Database } from '@/database/open-database'
import { subscriptionChanges } from '@/lib/store/schema'

/** For tests: stores a change as the console does, with the given overrides. */
export async function insertChange(
  db: Database,
  {
    cause = { kind: 'gaveUp', shown: null },
    ...given
  }: Partial<Omit<typeof subscriptionChanges.$inferInsert, 'cause'>> & { cause?: ChangeCause },
): Promise<void> {
  const now = new Date().toISOString()
  const id = randomUUID()
  await db.insert(subscriptionChanges).values({
    id: `op_${id}`,
    billingApi: 'https://billing.example.com',
    action: 'cancel',
    subscriptionId: `sub_${id}`,
    state: 'NEEDS_REVIEW',
    cause: JSON.stringify(cause),
    revision: 1,
    actor: 'ann@example.com',
    role: 'agent',
    reason: 'Asked for by phone',
    requestId: randomUUID(),
    intent: 0,
    seen: '{}',
    differences: '[]',
    createdAt: now,
    changedAt: now,
    checks: 20,
    quietChecks: 0,
    goneChecks: 0,
    ...given,
  })
}
