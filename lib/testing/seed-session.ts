import type { Role } from '@/contract/console/roles'
import { beginSession } from '../server/auth/begin-session'
import { openConsoleStore } from '../server/store/console-store'
import { users } from '../server/store/schema'
import { newConsoleDataDir } from './console-data-dir'

/** For tests: a data directory in whose console's store somebody of this role is signed in, and the token of their session. */
export async function seedSession(role: Role): Promise<{ dataDir: string; token: string }> {
  const dataDir = await newConsoleDataDir('billing-console-session-')
  const store = await openConsoleStore({ databaseUrl: undefined, dataDir, poolSize: 1 })
  try {
    const now = new Date()
    const userId = `usr_${role}`
    await store.db
      .insert(users)
      .values({ id: userId, email: `${role}@example.com`, role, createdAt: now.toISOString() })
    const peer = '127.0.0.1'
    const token = await beginSession(store.db, { userId, method: 'password', peer, userAgent: 'tests', now })
    return { dataDir, token }
  } finally {
    await store.close()
  }
}
