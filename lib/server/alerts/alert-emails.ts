import { and, eq, sql } from 'drizzle-orm'
import type { AlertEmails, AlertEmailsChanged } from '@/contract/console/alert'
import type { ConsoleInput } from '@/contract/console/operations'
import { appendEntry, recordedTransaction } from '../audit/append-entry'
import type { OperationContext } from '../operation-context'
import { problemError } from '../problem'
import { accountEvent, ownSession } from '../sign-in/sessions'
import { alertSubscribers } from '../store/alert-schema'
import { consoleStore } from '../store/console-store'
import { users } from '../store/schema'
import { mailServer } from './send-email'

/** Returns the alert emails that the signed-in user chose; none in the demo. */
export async function getAlertEmails({ actor, environment }: OperationContext): Promise<AlertEmails> {
  const { userId } = actor
  if (userId === undefined) return { kinds: [], pace: 'hour', isPossible: false }
  const db = await consoleStore()
  const [chosen] = await db
    .select({ kinds: alertSubscribers.kinds, pace: alertSubscribers.pace })
    .from(alertSubscribers)
    .where(and(eq(alertSubscribers.source, environment.index.source), eq(alertSubscribers.userId, userId)))
  return { kinds: chosen?.kinds ?? [], pace: chosen?.pace ?? 'hour', isPossible: mailServer() !== undefined }
}

/** Stores which alert emails the signed-in user gets; without kinds, none. @throws ProblemError `not_allowed` in the demo */
export async function setAlertEmails(
  context: OperationContext,
  { kinds, pace }: ConsoleInput<'setAlertEmails'>,
): Promise<AlertEmailsChanged> {
  const { userId, email } = ownSession(context)
  const { source } = context.environment.index
  await recordedTransaction(await consoleStore(), async (tx) => {
    const [user] = await tx.select({ disabledAt: users.disabledAt }).from(users).where(eq(users.id, userId))
    if (!user || user.disabledAt !== null) throw problemError('not_allowed', 'Not changed: your account was disabled.')
    if (kinds.length === 0)
      await tx
        .delete(alertSubscribers)
        .where(and(eq(alertSubscribers.source, source), eq(alertSubscribers.userId, userId)))
    else
      await tx
        .insert(alertSubscribers)
        .values({ source, userId, kinds, pace, since: sql`clock_timestamp()` })
        .onConflictDoUpdate({
          target: [alertSubscribers.source, alertSubscribers.userId],
          // A new kind starts from now: its earlier alerts are not sent.
          set: {
            kinds,
            pace,
            since: sql`case when excluded.kinds <@ ${alertSubscribers.kinds} then ${alertSubscribers.since} else excluded.since end`,
          },
        })
    const detail = { kinds: kinds.join(', ') || 'none', pace }
    await appendEntry(tx, accountEvent(context, { action: 'setAlertEmails', email, outcome: 'done', detail }))
  })
  return { accepted: true, kinds, pace, isPossible: mailServer() !== undefined }
}
