import { getTableName } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/database/open-database'
import { DISTRIBUTED_TABLES } from '@/service/store/distribution'
import { isCitusTest } from './fresh-store'
import type { Statement } from './statements-of'

const TABLES = DISTRIBUTED_TABLES.map(({ table }) => getTableName(table)).join('|')
const PARTITION = new RegExp(`"Relation Name":\\s*"(?:${TABLES})_(\\d+)"`, 'g')
const TASKS = /"Task Count":\s*(\d+)/g

/**
 * For tests: returns the number of shards that the plan of a statement reads or writes, without running it; 0 when it asks
 * no distributed table. In a cluster these are Citus's tasks, otherwise the partitions that stand in for shards.
 */
export async function shardsAsked({ $client }: Database, { text, values }: Statement): Promise<number> {
  const { rows } = await $client.query({ text: `explain (format json) ${text}`, values, rowMode: 'array' })
  const plan = z.string().parse(rows.flat()[0])
  if (isCitusTest()) return Math.max(0, ...[...plan.matchAll(TASKS)].map(([, tasks]) => Number(tasks)))
  return new Set([...plan.matchAll(PARTITION)].map(([, partition]) => partition)).size
}
