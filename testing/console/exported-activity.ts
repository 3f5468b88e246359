import { buffer } from 'node:stream/consumers'
import type { ConsoleInput } from '@/contract/console/operations'
import type { Role } from '@/contract/console/roles'
import { runOperation } from '@/lib/server/run-operation'
import { readCsv } from './read-csv'
import { testContext } from './test-context'

/** Returns the name of the CSV of the activity for a role, and its rows as `readCsv`. */
export async function exportedActivity(role: Role, filters: ConsoleInput<'exportActivity'>) {
  const { fileName, bytes } = await runOperation('exportActivity', testContext(role), filters)
  return { fileName, ...readCsv((await buffer({ [Symbol.asyncIterator]: () => bytes })).toString()) }
}
