import { desc } from 'drizzle-orm'
import { log } from '../log'
import { settings } from '../settings'
import { consoleStore } from '../store/console-store'
import { auditEntries } from '../store/schema'

/**
 * Writes the audit's head to the log, now and at an interval, where it is another than before: logs are kept elsewhere,
 * and with a head of theirs `audit verify` finds what was cut off or written anew. It ends with the process.
 * @param everyMs as the setting says, but for tests
 * @returns ends it before
 */
export function logAuditHead(everyMs = settings().CONSOLE_AUDIT_HEAD_MINUTES * 60_000): () => void {
  let logged: string | null = null
  let isReading = false
  const logNow = async () => {
    if (isReading) return
    isReading = true
    try {
      const head = await readHead()
      if (head !== logged) log().info({ event: 'audit-head', head })
      logged = head
    } catch (error) {
      log().error({ event: 'audit-head', err: error }, 'the audit could not be read')
    } finally {
      isReading = false
    }
  }
  void logNow()
  const timer = setInterval(() => void logNow(), everyMs).unref()
  return () => clearInterval(timer)
}

/** As `audit verify --head` takes it; null where nothing was written yet. */
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
