import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { Duplex } from 'node:stream'
import { Pool, type PoolClient } from 'pg'
import { migrateDatabase } from '@/database/migrate'
import { makeDatabase } from '@/database/open-database'
import { storeDatabase as consoleDatabase } from '@/lib/store/console-store'
import { storeDatabase as billingDatabase } from '@/service/store/open'

/** Answers a connection of `pg` from PGlite in this process. PGlite's clock is the `Date` of this process. */
class PgliteStream extends Duplex {
  constructor(private readonly database: PGlite) {
    super()
  }

  connect = () => queueMicrotask(() => this.emit('connect'))
  // `pg` calls these on a socket.
  setNoDelay = () => this
  ref = () => this
  unref = () => this

  override _read = () => undefined
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.database.execProtocolRaw(Buffer.concat(chunks.map(({ chunk }) => chunk))).then((response) => {
      // Copied, because PGlite reuses its memory.
      this.push(Buffer.from(response))
      done()
    }, done)
  }
}

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void

/** The pool of all simulated processes: it has one connection, and each checkout waits for the simulator first. */
class PoolAtSeam extends Pool {
  constructor(
    database: PGlite,
    private readonly seam: () => Promise<void>,
  ) {
    super({ stream: () => new PgliteStream(database), max: 1, idleTimeoutMillis: 0, user: 'postgres' })
  }

  override connect(): Promise<PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<PoolClient> | void {
    const client = this.seam().then(() => super.connect())
    if (!connected) return client
    client.then(
      (ready) => connected(undefined, ready, () => ready.release()),
      (error: unknown) => connected(Object(error), undefined, () => undefined),
    )
  }
}

export type Stores = Awaited<ReturnType<typeof openStores>>

/**
 * Starts PGlite with the tables of the console and of the billing service, which takes seconds: once for a test file.
 * @param seam resolves when the code that asks for a connection may go on
 */
export async function openStores(seam: () => Promise<void>) {
  const database = await PGlite.create()
  const pool = new PoolAtSeam(database, seam)
  const where = { databaseUrl: undefined, dataDir: '', poolSize: 1 }
  for (const { migrations } of [billingDatabase(where), consoleDatabase(where)]) await migrateDatabase(pool, migrations)
  await pool.query(`set timezone to 'UTC'; ${OBSERVED_CLAIMS}`)
  const db = makeDatabase(pool)
  return {
    db,
    /** Keeps the subscriptions as they are now for `reset`. */
    keep: () => pool.query('create table kept_subscriptions as table subscriptions'),
    // Truncated, because the order of an UPDATE's rows follows their place in the file. The audit's triggers refuse it.
    reset: () => pool.query(RESET),
    /** Returns how many jobs were claimed although their lease had not ended. */
    doubledClaims: () => db.$count(sql`doubled_claims`),
    isIdle: () => pool.waitingCount === 0 && pool.idleCount === pool.totalCount,
    close: () => pool.end().then(() => database.close()),
  }
}

const OBSERVED_CLAIMS = `
  create table doubled_claims (job text);
  create function observe_claim() returns trigger language plpgsql as $$ begin
    if new.holder <> old.holder and old.lease_until > clock_timestamp() then insert into doubled_claims values (old.id); end if;
    return new;
  end $$;
  create trigger observe_claim before update on console.jobs for each row execute function observe_claim();`

const RESET = `set session_replication_role = replica;
  truncate console.audit_entries, console.subscription_changes, console.jobs, console.read_rates, doubled_claims, subscriptions;
  insert into subscriptions table kept_subscriptions; set session_replication_role = default`
