import { randomBytes } from 'node:crypto'
import type { ConsoleInput } from '@/contract/console/operations'
import { recordedTransaction } from '../audit/append-entry'
import { startSession } from './start-session'
import { hashNewPassword } from './password/new-password'
import { findLinkUser, linkNotValid, consumeLink } from './one-time-link'
import { Redirection } from '../redirection'
import { consoleStore } from '../store/console-store'
import { users } from '../store/schema'
import type { OperationContext } from '../operation-context'

/**
 * Adds the first admin by the set-up link of the operator, and signs them in. The link is invalid once a user exists.
 * @throws ProblemError `link_not_valid`, `password_refused`, `console_busy`
 */
export async function setUp(
  context: OperationContext,
  { token, email, password }: ConsoleInput<'setUp'>,
): Promise<Redirection> {
  const use = { token, purpose: 'set-up', now: context.now() } as const
  const db = await consoleStore()
  await findLinkUser(db, use)
  const passwordHash = await hashNewPassword(password, email)
  const id = `usr_${randomBytes(9).toString('base64url')}`
  const cookies = await recordedTransaction(db, async (tx) => {
    await consumeLink(tx, use)
    const [existing] = await tx.select({ id: users.id }).from(users).limit(1)
    if (existing !== undefined) throw linkNotValid()
    await tx.insert(users).values({ id, email, role: 'admin', passwordHash, createdAt: use.now.toISOString() })
    return startSession(tx, context, { action: 'setUp', user: { id, email, role: 'admin' } })
  })
  return new Redirection('/', cookies)
}
