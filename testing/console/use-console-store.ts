import { afterAll, beforeAll } from 'vitest'
import type { OpenDatabase } from '@/database/open-database'
import type { Role } from '@/lib/core/roles'
import { insertSession } from '@/lib/people/server/sessions'
import { settings } from '@/lib/core/server/settings'
import { users } from '@/lib/store/schema'
import { openFreshConsoleStore } from './fresh-console-store'
import { startDemoService } from './start-demo-service'
import { withEnvironment } from './with-environment'

/** Gives a test file its own console store. The returned function returns the open store. */
export function useConsoleStore(): () => OpenDatabase {
  let store: OpenDatabase | undefined
  let settingsBefore: Partial<ReturnType<typeof settings>> = {}
  let service: Awaited<ReturnType<typeof startDemoService>> | undefined
  withEnvironment({ LOG_LEVEL: 'silent' })
  beforeAll(async () => {
    // Settings are read once per worker, so an earlier test file may have cached them.
    settingsBefore = { ...settings() }
    service = await startDemoService()
    Object.assign(settings(), { CONSOLE_DEMO: '1', BILLING_API_BASE_URL: service.url })
    store = await openFreshConsoleStore()
    globalThis.consoleStoreOpening = Promise.resolve(store)
  })
  afterAll(async () => {
    globalThis.consoleStoreOpening = undefined
    Object.assign(settings(), settingsBefore)
    service?.close()
    await store?.close()
  })
  return () => {
    if (!store) throw new Error('The store is open from beforeAll to afterAll')
    return store
  }
}

interface NewUser {
  email: string
  role?: Role
  passwordHash?: string | null
  /** The time of the last sign-in. */
  now?: Date
}

/** For tests: adds a user and signs them in. @returns the session token */
export async function signedInUser(
  { db }: OpenDatabase,
  { email, role = 'agent', passwordHash = null, now = new Date() }: NewUser,
): Promise<string> {
  await db.insert(users).values({ id: email, email, role, passwordHash, createdAt: now.toISOString() })
  return db.transaction((tx) =>
    insertSession(tx, { userId: email, method: 'password', peer: '127.0.0.1', userAgent: 'vitest', now }),
  )
}
