import { eq } from 'drizzle-orm'
import { appendEntry, recordedTransaction } from '../audit/append-entry'
import { accountEvent } from './account-event'
import { sessionCookie } from './session-cookie'
import { Redirection } from '../redirection'
import { consoleStore } from '../store/console-store'
import { sessions } from '../store/schema'
import type { OperationContext } from '../operation-context'

/** Ends the session of the request. Redirects the demo's actor, who has none, to the start page. */
export async function signOut(context: OperationContext): Promise<Redirection> {
  const { session, name: email } = context.actor
  if (session === undefined) return new Redirection('/', [sessionCookie(null)])
  const db = await consoleStore()
  await recordedTransaction(db, async (tx) => {
    await tx.delete(sessions).where(eq(sessions.tokenHash, session.tokenHash))
    await appendEntry(tx, accountEvent(context, { action: 'signOut', email, outcome: 'done' }))
  })
  return new Redirection('/sign-in', [sessionCookie(null)])
}
