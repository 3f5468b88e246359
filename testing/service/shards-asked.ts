import { getTableName } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/database/open-database'
import { DISTRIBUTED_TABLES } from '@/service/store/distribution'
import { isCitusTest } from './fresh-store'
import type { Statement } from './statements-of'

const TABLES = DISTRIBUTED_TABLES.map(({ table }) => getTableName(table)).join('|')
const SHARD = new RegExp(`"Relation Name":\\s*"(?:${TABLES})_(\\d+)"`, 'g')
const TASKS = /"Task Count":\s*(\d+)/g

/**
 * For tests: returns the number of shards that the plan of a statement reads or writes, without running it; 0 when it asks
 * no distributed table. In a cluster these are Citus's tasks, otherwise the partitions that stand in for shards.
 */
export async function shardsAsked({ $client }: Database, { text, values }: Statement): Promise<number> {
  const { rows } = await $client.query({ text: `explain (format json) ${text}`, values, rowMode: 'array' })
  const plan = z.string().parse(rows.flat()[0])
  const shards = new Set([...plan.matchAll(SHARD)].map(([, shard]) => shard)).size
  // Citus shows the plan of one task only, and has a task for a table that every node holds whole, too.
  if (!isCitusTest() || shards === 0) return shards
  return Math.max(...[...plan.matchAll(TASKS)].map(([, tasks]) => Number(tasks)))
}
