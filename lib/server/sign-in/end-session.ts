import { and, eq, ne } from 'drizzle-orm'
import type { SessionsEnded } from '@/contract/console/account'
import type { ConsoleInput } from '@/contract/console/operations'
import { appendEntry, recordedTransaction } from '../audit/append-entry'
import { accountEvent } from './account-event'
import { ownSession } from './own-session'
import { problemError } from '../problem'
import { consoleStore } from '../store/console-store'
import { sessions } from '../store/schema'
import type { OperationContext } from '../operation-context'

/**
 * Ends one session of the signed-in user; with `others`, all except the session of this request.
 * @throws ProblemError `not_found`
 */
export async function endSession(
  context: OperationContext,
  { sessionId }: ConsoleInput<'endSession'>,
): Promise<SessionsEnded> {
  const { userId, email, session } = ownSession(context)
  const which = sessionId === 'others' ? ne(sessions.id, session.id) : eq(sessions.id, sessionId)
  const db = await consoleStore()
  const ended = await recordedTransaction(db, async (tx) => {
    const endedSessions = await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), which))
      .returning({ id: sessions.id })
    const detail = { ended: endedSessions.map(({ id }) => id).slice(0, 100) }
    if (endedSessions.length > 0)
      await appendEntry(tx, accountEvent(context, { action: 'endSession', email, outcome: 'done', detail }))
    return endedSessions.length
  })
  if (ended === 0 && sessionId !== 'others')
    throw problemError('not_found', 'You have no such session. It may have ended already.')
  return { accepted: true, ended }
}
