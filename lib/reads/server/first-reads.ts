import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { READ_KINDS, type ReadKind } from '../reads'
import type { Environment } from '@/lib/core/server/operation-context'
import { log } from '@/lib/core/server/log'
import { wakeJobs } from '@/lib/jobs/run-jobs'
import { appendEntries, recordedTransaction } from '@/lib/store/append-entry'
import { consoleStore } from '@/lib/store/console-store'
import { auditEntries } from '@/lib/store/schema'
import { addRun, unquoted } from './start-reads'

/** Who starts the runs. A person's name is an email, and a key's ends with one. */
const START = 'Start'

let isDone = false

/**
 * Starts to read the IDs of these files, one run a kind, once in the life of the store. It never fails; the next call tries again.
 * @param folder of files with an ID a line: `customers.txt`, `subscriptions.txt`, `invoices.txt`
 */
export async function startFirstReads({ index: { source } }: Environment, folder: string): Promise<void> {
  if (isDone) return
  isDone = true
  try {
    const lists = await Promise.all(READ_KINDS.map(async (kind) => ({ kind, ids: await idsIn(folder, kind) })))
    await recordedTransaction(await consoleStore(), async (tx) => {
      const isReading = and(eq(auditEntries.actor, START), eq(auditEntries.action, 'readThese'))
      if ((await tx.$count(auditEntries, isReading)) > 0) return
      const at = new Date()
      for (const { kind, ids } of lists) {
        const wanted = new Map(ids.map((id) => [id, id]))
        await addRun(tx, { source, user: START, owner: START, lane: `${START} ${kind}`, kind, wanted, at })
      }
      const by = { at, actor: START, role: 'viewer', action: 'readThese', requestId: randomUUID() }
      const entries = lists.map(({ kind, ids }) => ({ ...by, outcome: 'done', detail: { kind, ids: ids.length } }))
      await appendEntries(tx, entries)
    })
    wakeJobs()
  } catch (error) {
    isDone = false
    log().warn({ event: 'read', err: error }, 'the demo data could not be read in the background')
  }
}

async function idsIn(folder: string, kind: ReadKind): Promise<string[]> {
  const text = await readFile(join(folder, `${kind}s.txt`), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(unquoted)
}
