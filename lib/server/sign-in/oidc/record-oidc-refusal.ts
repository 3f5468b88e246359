import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/database/open-database'
import { appendEntry, recordedTransaction } from '../../audit/append-entry'
import type { OperationContext } from '../../operation-context'
import { sessions, users } from '../../store/schema'
import { accountEvent } from '../account-event'
import type { OidcRefusal } from './oidc-refusal'

/** Records a refused sign-in in the audit, and ends the user's sessions when the provider revoked their access. */
export async function recordOidcRefusal(
  db: Database,
  context: OperationContext,
  { code, message: why, subject, endsSessions }: OidcRefusal,
): Promise<void> {
  await recordedTransaction(db, async (tx) => {
    if (subject && endsSessions) {
      const isThisOne = and(eq(users.issuer, subject.issuer), eq(users.subject, subject.subject))
      const theirs = tx.select({ id: users.id }).from(users).where(isThisOne)
      await tx.delete(sessions).where(inArray(sessions.userId, theirs))
    }
    const email = subject?.email ?? 'unknown'
    const detail = {
      code,
      why: why.slice(0, 300),
      ...(subject && { issuer: subject.issuer, subject: subject.subject }),
    }
    await appendEntry(tx, accountEvent(context, { action: 'finishOidc', email, outcome: 'refused', detail }))
  })
}
