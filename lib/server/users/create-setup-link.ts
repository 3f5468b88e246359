import type { OneTimeAddress } from '@/contract/console/user'
import type { Database } from '@/database/open-database'
import { createLink } from '../sign-in/one-time-link'
import { countUsers, type UserWriter, usersTransaction } from './users-transaction'

/** Creates the link by which the first admin signs up. @returns null when a user exists */
export async function createSetupLink(db: Database, writer: UserWriter): Promise<OneTimeAddress | null> {
  return usersTransaction(db, writer, null, async (tx, record) => {
    if ((await countUsers(tx)) > 0) return null
    const link = await createLink(tx, { purpose: 'set-up', now: writer.now })
    await record({ detail: { expiresAt: link.expiresAt } })
    return link
  })
}
