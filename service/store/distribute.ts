import { getTableName, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { SESSION_SETTINGS } from '@/database/session-settings'
import { DISTRIBUTED_TABLES, REFERENCE_TABLES, type Distribution } from './distribution'

/** The table of applied migrations, which Drizzle makes. */
const MIGRATIONS_TABLE = 'drizzle.__drizzle_migrations'
/** Limits of our sessions that Citus does not hand on to its own sessions on other nodes. */
const LIMITS = ['lock_timeout', 'client_connection_check_interval'] as const

/** What became of one table. */
export interface TableResult {
  name: string
  /** The column that rows are distributed by; null for a table that every node holds whole. */
  by: string | null
  /** Null when the table was distributed before. */
  rows: number | null
}

/**
 * Distributes every table over a Citus cluster that is not distributed yet, one transaction each, so that an interrupted run
 * and a later migration need only another run. The number of its rows is compared before each commit.
 * @param shards shards of each distributed table
 * @param onTable called after each table
 * @throws Error in plain words on plain PostgreSQL, on a worker, in a cluster without workers, or when the number of rows differs
 */
export async function distribute(
  db: Database,
  { shards, onTable }: { shards: number; onTable?: (table: TableResult) => void },
): Promise<void> {
  await requireCluster(db)
  const done = await distributedTables(db)
  const place = async (name: string, by: string | null, change: (tx: DatabaseTransaction) => Promise<unknown>) => {
    const rows = done.has(name) ? null : await verifyRowsUnchanged(db, name, change)
    onTable?.({ name, by, rows })
  }
  for (const name of referenceTables())
    await place(name, null, (tx) => tx.execute(sql`select create_reference_table(${name})`))
  for (const distribution of DISTRIBUTED_TABLES) {
    const { table, by } = distribution
    await place(getTableName(table), by.name, (tx) => distributeTable(tx, distribution, shards))
  }
  await setSessionLimits(db)
}

const referenceTables = () => [...REFERENCE_TABLES.map(getTableName), MIGRATIONS_TABLE]

/** True when the database has Citus: each statement of a request must then ask one shard. */
export async function hasCitus(db: Pick<Database, 'execute'>): Promise<boolean> {
  const { rows } = await db.execute<{ exists: boolean }>(sql`select to_regclass('citus_tables') is not null as exists`)
  return rows[0]?.exists === true
}

/** Returns the tables that are not distributed in the Citus cluster; null on plain PostgreSQL. */
export async function undistributedTables(db: Database): Promise<{ all: number; missing: string[] } | null> {
  if (!(await hasCitus(db))) return null
  const names = [...referenceTables(), ...DISTRIBUTED_TABLES.map(({ table }) => getTableName(table))]
  const done = await distributedTables(db)
  return { all: names.length, missing: names.filter((name) => !done.has(name)) }
}

async function requireCluster(db: Database): Promise<void> {
  const isCitus = await db.execute(sql`select from pg_proc where proname = 'create_distributed_table'`)
  if (isCitus.rows.length === 0)
    throw new Error(
      'This PostgreSQL has no Citus, so there is nothing to distribute over. Nothing was changed. See docs/scale.md.',
    )
  const isCoordinator = await db.execute(sql`select from citus_is_coordinator() as answer where answer`)
  if (isCoordinator.rows.length === 0)
    throw new Error(
      'BILLING_DATABASE_URL is a worker of the cluster. Nothing was changed. Set it to the coordinator for this command.',
    )
  const coordinator = await db.execute(sql`select from pg_dist_node where groupid = 0`)
  if (coordinator.rows.length === 0)
    throw new Error(
      'The cluster does not know the address of its coordinator. Nothing was changed. Set it with citus_set_coordinator_host first.',
    )
  const workers = await db.execute(sql`select from citus_get_active_worker_nodes()`)
  if (workers.rows.length === 0)
    throw new Error('The cluster has no workers. Nothing was changed. Add them with citus_add_node first.')
}

const Name = z.object({ name: z.string() })
const Names = z.array(Name)

/** Returns the tables that are distributed already. */
async function distributedTables(db: Database): Promise<Set<string>> {
  const { rows } = await db.execute(
    sql`select table_name::text as name from citus_tables where citus_table_type in ('reference', 'distributed')`,
  )
  return new Set(Names.parse(rows).map(({ name }) => name))
}

async function distributeTable(tx: DatabaseTransaction, distribution: Distribution, shards: number): Promise<void> {
  const { table, by, colocatedWith, before = [], after = [] } = distribution
  for (const statement of before) await tx.execute(statement)
  const where = colocatedWith
    ? sql`colocate_with => ${getTableName(colocatedWith)}`
    : sql`colocate_with => 'none', shard_count => ${shards}`
  await tx.execute(sql`select create_distributed_table(${getTableName(table)}, ${by.name}, ${where})`)
  for (const statement of after) await tx.execute(statement)
}

/** Changes a table's place and returns its number of rows. @throws Error when it has another number afterwards */
async function verifyRowsUnchanged(
  db: Database,
  name: string,
  change: (tx: DatabaseTransaction) => Promise<unknown>,
): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute('set local statement_timeout = 0')
    const before = await countRows(tx, name)
    await change(tx)
    const after = await countRows(tx, name)
    if (before !== after)
      throw new Error(`The table ${name} had ${before} rows and would have ${after}. It was left as it is.`)
    return before
  })
}

async function countRows(tx: DatabaseTransaction, name: string): Promise<number> {
  const { rows } = await tx.execute<{ count: string }>(sql.raw(`select count(*) as count from ${name}`))
  return Number(rows[0]?.count)
}

async function setSessionLimits(db: Database): Promise<void> {
  const { rows } = await db.execute(sql`select quote_ident(current_database()) as name`)
  const database = Name.parse(rows[0]).name
  for (const setting of LIMITS) {
    const command = `alter database ${database} set ${setting} = '${SESSION_SETTINGS[setting]}'`
    // Without this, Citus passes the command on to all other nodes, which a worker may not do.
    const onOneNode = `do $$ begin set local citus.enable_ddl_propagation to off; ${command}; end $$`
    const failed = (await runOnNodes(db, onOneNode)).filter(({ success }) => !success)
    const lost = failed.filter(isLost).map(({ node }) => node)
    if (lost.length > 0)
      throw new Error(
        `Every table is distributed, but these nodes are lost: ${lost.join(', ')}. When they are back, run this again for their time limits.`,
      )
    const [refused] = failed
    if (refused)
      throw new Error(
        `Every table is distributed, but ${refused.node} refused "${command}" (${refused.result}). Run it there as the owner of the database.`,
      )
  }
}

/** Returns the nodes that are lost, and those whose sessions lack our limits, as `node (reason)`. */
export async function checkNodes(db: Database): Promise<{ lost: string[]; withoutLimits: string[] }> {
  const wanted = LIMITS.map((setting) => `${setting} ${SESSION_SETTINGS[setting]}`).join(', ')
  const names = LIMITS.map((setting) => `'${setting}'`).join(', ')
  const responses = await runOnNodes(
    db,
    `select string_agg(name || ' ' || setting, ', ' order by name desc) from pg_settings where name in (${names})`,
  )
  const others = responses.filter((response) => !isLost(response) && response.result !== wanted)
  return {
    lost: responses.filter(isLost).map(({ node }) => node),
    withoutLimits: others.map(({ node, result }) => `${node} (${result})`),
  }
}

/**
 * Returns a sentence part for each node of a cluster whose own copy of a revoked key is still valid: it ended between the two phases of
 * the commit, or is lost. Citus finishes such a commit within `citus.recover_2pc_interval`.
 */
export async function nodesToFollow(db: Database, keyId: string): Promise<string[]> {
  if (!(await hasCitus(db)) || !(await distributedTables(db)).has('api_keys')) return []
  const { rows } = await db.execute(sql`select current_setting('citus.recover_2pc_interval', true) as interval`)
  const [setting] = z.array(z.object({ interval: z.string().nullable() })).parse(rows)
  const within = (setting?.interval ?? '1min').replace(/^(\d+)/, '$1 ')
  const id = keyId.replaceAll("'", "''")
  const responses = await runOnNodes(
    db,
    `select bool_and(revoked_at is not null)::text from api_keys where id = '${id}'`,
  )
  return responses
    .filter(({ result }) => result !== 'true')
    .map((response) => `${response.node} follows within ${within}${isLost(response) ? ' of its return' : ''}`)
}

const Response = z.object({ node: z.string(), success: z.boolean(), result: z.string().nullable() })

/** Citus's words for a node that it could not reach, or that left before it answered. */
const LOST =
  /^(failed to (connect|send)|could not (connect|send|receive)|connection |query result unavailable|server closed)|^$/

const isLost = ({ success, result }: z.infer<typeof Response>): boolean => !success && LOST.test(result ?? '')

/** Runs a command in a session that Citus opens on each node. A node that is down returns `success: false`. */
async function runOnNodes(db: Database, command: string): Promise<z.infer<typeof Response>[]> {
  const { rows } = await db.execute(sql`
    select nodename || ':' || nodeport as node, success, result
    from run_command_on_all_nodes(${command}, give_warning_for_connection_errors => true)
    join pg_dist_node using (nodeid) order by nodeid`)
  return z.array(Response).parse(rows)
}
