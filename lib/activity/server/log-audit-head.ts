import { desc } from 'drizzle-orm'
import { every } from '@/lib/core/server/every'
import { log } from '@/lib/core/server/log'
import { settings } from '@/lib/core/server/settings'
import { consoleStore } from '@/lib/store/console-store'
import { auditEntries } from '@/lib/store/schema'

/** What this process knows of its own log. */
interface LoggedHead {
  /** The number of the entry that was logged last; 0 for none. */
  sequence: number
  /** The UTC instant at which the log had the newest entry; null before the first comparison. */
  at: string | null
}
let loggedHead: LoggedHead = { sequence: 0, at: null }

/** Returns the head that this process logged last, and when it last compared it with the store. */
export const loggedAuditHead = (): LoggedHead => loggedHead

/**
 * Logs the audit's head now and at an interval, when it has changed. With a head from the log, `audit verify` detects a
 * truncated or rewritten audit.
 * @param everyMs the interval; tests override the setting
 * @returns stops it (`every`)
 */
export function logAuditHead(everyMs = settings().CONSOLE_AUDIT_HEAD_MINUTES * 60_000): () => Promise<void> {
  let logged: string | null = null
  return every({ everyMs, event: 'audit-head', failure: 'the audit could not be read' }, async () => {
    const head = await readHead()
    if (head !== logged) log().info({ event: 'audit-head', head })
    logged = head
    loggedHead = { sequence: Number(head?.split(':', 1)[0] ?? 0), at: new Date().toISOString() }
  })
}

/** Returns the head in the format of `audit verify --head`; null when the audit is empty. */
async function readHead(): Promise<string | null> {
  const db = await consoleStore()
  const newest = db
    .select({ sequence: auditEntries.sequence, hash: auditEntries.hash })
    .from(auditEntries)
    .orderBy(desc(auditEntries.sequence))
    .limit(1)
  const [head] = await newest
  return head ? `${head.sequence}:${head.hash}` : null
}
