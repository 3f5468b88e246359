import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { Deadlines } from '../deadline'
import type { StoreSettings } from '../settings'
import { type DatabaseContext, isTransactionConflict, onConnection, type Session } from '@/database/on-connection'
import { openDatabase, type Database, type OpenDatabase } from '@/database/open-database'
import { WalHistory } from './wal-history'

/** A replica answers with data of this age at most; docs/scale.md and the help of the import name it. */
const MAX_LAG_MS = 5_000
const CHECK_MS = 1_000
/** Part of a read's deadline after which the primary is asked. */
const DEADLINE_SHARE = 1 / 4

const originSql = (timeline: string) =>
  `concat_ws('/', (select system_identifier from pg_control_system()), ${timeline}, current_database()) as origin`
const WRITTEN = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as bytes,
  ${originSql(`('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int`)}`
/** The timeline of a replica is that of its last restart point: after a failover, it is known with the next one. */
const REPLAYED = `select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as bytes,
  ${originSql('(select timeline_id from pg_control_checkpoint())')}`

const NO_REPLICA = 'BILLING_REPLICA_URL leads to a server that is not a replica'
const OTHER_ORIGIN = 'it follows another database, or an earlier timeline'

/** Context of a read that a replica may answer. */
export interface ReplicatedContext extends DatabaseContext {
  replica?: Replica | undefined
}

/** The server behind a connection may not answer. */
class ReplicaUnusable extends Error {
  override readonly name = 'ReplicaUnusable'
}

/**
 * A streaming replica of the primary. It answers while it is sure to have all changes that are older than `MAX_LAG_MS`:
 * each connection compares what its server has replayed with what the primary had written. A failure or a lag takes the
 * replica out of use until a check, one a second, is good again.
 */
export class Replica {
  readonly #written = new WalHistory(MAX_LAG_MS)
  /** Time up to which the server behind a connection has all changes; it only grows. */
  readonly #freshAsOf = new WeakMap<PoolClient, number>()
  /** Undefined before the first check. */
  #isUsed: boolean | undefined
  readonly #closing = new AbortController()
  readonly #checks: Promise<void>

  /** @param limitMs time for a read on the replica */
  constructor(
    private readonly primary: Database,
    private readonly replica: OpenDatabase,
    private readonly limitMs: number,
    private readonly log: Logger,
  ) {
    this.#checks = this.#runChecks()
  }

  /** True when `read` tries the replica. */
  get isUsed(): boolean {
    return this.#isUsed === true
  }

  /**
   * Returns what a function reads on the replica; undefined when the replica may not answer, fails or finds nothing.
   * @throws the signal's reason when the signal aborts
   */
  async read<Result>(
    signal: AbortSignal | undefined,
    read: (session: Session) => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    if (!this.isUsed) return undefined
    try {
      return await this.#onReplica(signal, async (session) => {
        if (!this.#isFresh(session.$client)) await this.#checkConnection(session.$client)
        return read(session)
      })
    } catch (error) {
      signal?.throwIfAborted()
      // The replay of a change may end a statement that needs the old rows. Other statements are fine.
      if (!(error instanceof ReplicaUnusable) && !isTransactionConflict(error)) this.#takeOut(error)
      return undefined
    }
  }

  /** Ends the checks and closes the connections to the replica. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#checks
    await this.replica.close()
  }

  async #onReplica<Result>(
    signal: AbortSignal | undefined,
    use: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(new Error(`it took longer than ${this.limitMs} ms`)), this.limitMs)
    const onAbort = () => limit.abort(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      return await onConnection({ db: this.replica.db, signal: limit.signal }, use)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  #isFresh(client: PoolClient): boolean {
    return performance.now() - (this.#freshAsOf.get(client) ?? -Infinity) <= MAX_LAG_MS
  }

  /** @throws ReplicaUnusable when the server behind the connection may not answer */
  async #checkConnection(client: PoolClient): Promise<void> {
    const { rows } = await client.query<{ origin: string; bytes: string | null }>(REPLAYED)
    const [{ origin, bytes } = { origin: '', bytes: null }] = rows
    const asOf = bytes === null ? undefined : this.#written.freshAsOf({ origin, bytes: BigInt(bytes) })
    if (bytes === null) throw new ReplicaUnusable(NO_REPLICA)
    if (!this.#written.has(origin)) throw new ReplicaUnusable(OTHER_ORIGIN)
    if (asOf !== undefined) this.#freshAsOf.set(client, asOf)
    if (!this.#isFresh(client)) throw new ReplicaUnusable(`it lags by more than ${MAX_LAG_MS / 1000} s`)
  }

  async #runChecks(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#markPrimary()
      await wait(CHECK_MS, undefined, { signal, ref: false }).catch(() => undefined)
      if (!signal.aborted) await this.#checkReplica()
    }
  }

  async #markPrimary(): Promise<void> {
    try {
      await onConnection({ db: this.primary, signal: AbortSignal.timeout(MAX_LAG_MS) }, async ({ $client }) => {
        const atMs = performance.now()
        const { rows } = await $client.query<{ origin: string; bytes: string }>(WRITTEN)
        for (const { origin, bytes } of rows) this.#written.add({ origin, bytes: BigInt(bytes), atMs })
      })
    } catch {
      // The requests log why the primary fails. Without new marks, the replica is soon out of use.
    }
  }

  async #checkReplica(): Promise<void> {
    try {
      await this.#onReplica(undefined, async ({ $client }) => {
        try {
          await this.#checkConnection($client)
        } catch (error) {
          // The address may lead to several replicas: the next check opens a connection to any of them.
          void $client.end()
          throw error
        }
      })
      if (!this.isUsed) this.log.info('the replica answers reads of invoices and ledgers')
      this.#isUsed = true
    } catch (error) {
      this.#takeOut(error)
    }
  }

  #takeOut(error: unknown): void {
    if (this.#isUsed !== false) this.log.warn({ err: error }, 'the replica is out of use: the primary answers')
    this.#isUsed = false
  }
}

/**
 * Opens the replica at `BILLING_REPLICA_URL`; undefined when there is none. A replica that cannot be reached is logged, and
 * used when it is back.
 */
export async function openReplica(
  primary: Database,
  { replicaUrl, ...settings }: StoreSettings,
  { readMs }: Pick<Deadlines, 'readMs'>,
  log: Logger,
): Promise<Replica | undefined> {
  if (replicaUrl === undefined) return undefined
  const where = { name: 'billing', ...settings, databaseUrl: replicaUrl, migrations: null }
  const replica = await openDatabase(where, log.child({ database: 'replica' }))
  return new Replica(primary, replica, readMs * DEADLINE_SHARE, log)
}

/** Compares a replica with its primary once. @returns why it may not answer, or by how many bytes it lags */
export async function compareReplica(
  primary: Database,
  replica: Database,
): Promise<{ problem: string } | { lagBytes: bigint }> {
  const { rows: replayed } = await replica.$client.query<{ origin: string; bytes: string | null }>(REPLAYED)
  const { rows: written } = await primary.$client.query<{ origin: string; bytes: string }>(WRITTEN)
  const [there, here] = [replayed[0], written[0]]
  if (there?.bytes === undefined || there.bytes === null || here === undefined) return { problem: NO_REPLICA }
  if (there.origin !== here.origin) return { problem: OTHER_ORIGIN }
  return { lagBytes: BigInt(here.bytes) - BigInt(there.bytes) }
}

/** Reads on the replica, and on the primary when the replica may not answer, fails or finds nothing. */
export async function readReplicaFirst<Result>(
  context: ReplicatedContext,
  read: (session: Session) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  return (await context.replica?.read(context.signal, read)) ?? onConnection(context, read)
}
