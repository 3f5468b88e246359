import type { InputOf } from '@/lib/operations'
import type { Role } from '@/lib/core/roles'
import { runOperation } from '@/lib/run-operation'
import { readExport } from './read-csv'
import { testContext } from './test-context'

/** Returns the name of the CSV of the activity for a role, and its rows as `readCsv`. */
export async function exportedActivity(role: Role, filters: InputOf<'exportActivity'>) {
  const file = await runOperation('exportActivity', testContext(role), filters)
  return { fileName: file.fileName, ...(await readExport(file)) }
}
