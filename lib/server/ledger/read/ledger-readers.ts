import type { Environment } from '../../environment'
import { every } from '../../every'
import { log } from '../../log'
import type { ReadStart } from '../../object-index/forget-fence'
import { isStopping } from '../../stop-signals'
import { consoleStore } from '../../store/console-store'
import { claimRead, failRead, findAbandoned, type LedgerName } from './claim-read'
import { readWholeLedger } from './read-whole-ledger'
import { ReadLostError } from './write-checkpoint'

/** Ledgers that one process reads at a time. */
const MAX_READERS = 4
const RESUME_EVERY_MS = 5_000

interface Reader {
  abort: AbortController
  ended: Promise<void>
}

// Next loads a module once for pages and once for routes.
declare global {
  var consoleLedgerReaders: Map<string, Reader> | undefined
}
const readers = (): Map<string, Reader> => (globalThis.consoleLedgerReaders ??= new Map())

/** Returns the number of ledgers that this process reads. */
export const runningReads = (): number => readers().size

const keyOf = ({ source, externalId }: LedgerName) => JSON.stringify([source, externalId])

interface StartOptions {
  again?: boolean
  now?: () => Date
  /** The start of the operation that requests it. */
  readStart?: ReadStart | undefined
}

/**
 * Starts to read a whole ledger in the background, unless a process reads it already.
 * @returns `busy` when this process reads as many ledgers as it can, or stops
 */
export async function startReading(
  environment: Environment,
  externalId: string,
  { again = false, now = () => new Date(), readStart = environment.index.startRead() }: StartOptions = {},
): Promise<'started' | 'running' | 'busy'> {
  const ledger = { source: environment.index.source, externalId }
  const key = keyOf(ledger)
  if (readers().has(key)) return 'running'
  if (isStopping() || readers().size >= MAX_READERS) return 'busy'
  const db = await consoleStore()
  const read = await claimRead(db, ledger, { again, now: now(), readStart })
  if (read === null) return 'running'
  const abort = new AbortController()
  const ended = readWholeLedger({ db, environment, read, readStart, abort, now })
    .then(() => undefined)
    .catch(async (error: unknown) => {
      if (error instanceof ReadLostError) return
      log().error({ event: 'ledger', err: error }, 'a ledger could not be read to its end')
      await failRead(db, read, now())
    })
    // A store that fails here too: the lease ends, and the next process that looks goes on from the last checkpoint.
    .catch(() => undefined)
    .finally(() => readers().delete(key))
  readers().set(key, { abort, ended })
  // Asked to stop since the claim: the stop did not know this reader.
  if (isStopping()) abort.abort('stopped')
  return 'started'
}

/** Stops the reader of a ledger in this process at once, if it has one. */
export const stopReading = (ledger: LedgerName): void => readers().get(keyOf(ledger))?.abort.abort('cancelled')

/** Stops all readers of this process at its end. Another process goes on with their ledgers at once. */
export async function stopAllReading(): Promise<void> {
  for (const { abort } of readers().values()) abort.abort('stopped')
  await readersEnded()
}

/** Resolves when this process reads no ledger. */
export async function readersEnded(): Promise<void> {
  await Promise.all([...readers().values()].map(({ ended }) => ended))
}

/** Goes on with ledgers whose process has ended. @returns stops it (`every`) */
export function startResuming(environment: Environment): () => Promise<void> {
  return every({ everyMs: RESUME_EVERY_MS, event: 'ledger', failure: 'a ledger could not be read on' }, async () => {
    const readStart = environment.index.startRead()
    const externalId = await findAbandoned(await consoleStore(), environment.index.source)
    if (externalId !== null) await startReading(environment, externalId, { readStart })
  })
}
