import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findPostgres } from '@/scripts/test/machine.mjs'
import { runToEnd } from '@/scripts/processes.mjs'
import { bundlePrograms, newFolder } from '@/scripts/build/programs.mjs'
import type { Bench, BenchOptions } from '../figure'
import { SESSION_OPTIONS, withSession } from '../shared-programs'
import { ratiosOf } from '../take-turns'

const CUSTOMERS = 1_000

/** Measures an import of transactions into PostgreSQL. */
export const importRate: Bench = {
  figures: [
    { id: '11 rate', name: 'Import of 1,000,000 transactions ÷ COPY', unit: '×', goal: { atLeast: 0.25 } },
    { id: '11 memory', name: 'The importing process, at its largest', unit: 'MiB', goal: { atMost: 224 } },
  ],
  async measure(options) {
    const databaseUrl = await options.shared.newDatabase()
    const folder = newFolder()
    try {
      // Bundled as in `npm run billing`, because compiling at run time would take memory.
      await bundlePrograms({ import: 'bench/import.ts' }, folder)
      return await measureIn(databaseUrl, folder, options)
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}

async function measureIn(databaseUrl: string, folder: string, options: BenchOptions) {
  const file = join(folder, 'transactions.copy')
  const rows = options.quick ? 50_000 : 1_000_000
  const peaks: number[] = []
  const ours = async () => {
    await empty(databaseUrl, 'merchants')
    const { rate, mebibytes } = await importRows(join(folder, 'import.mjs'), { databaseUrl, rows }, options.signal)
    peaks.push(mebibytes)
    // The other side, second in the first round, copies the rows in the order in which they were inserted.
    if (peaks.length === 1) {
      await psql(databaseUrl, `\\copy (select * from transactions order by ctid) to '${file}'`, options.signal)
      await psql(databaseUrl, 'create table copied (like transactions including all)', options.signal)
    }
    return rate
  }
  const other = async () => {
    await empty(databaseUrl, 'copied')
    const startedAt = performance.now()
    await psql(databaseUrl, `\\copy copied from '${file}'`, options.signal)
    return rows / ((performance.now() - startedAt) / 1_000)
  }
  return new Map([
    ['11 rate', await ratiosOf('11', options, { ours, other })],
    ['11 memory', peaks],
  ])
}

/** Imports rows in a separate process. @returns its rate and its peak memory */
async function importRows(
  program: string,
  { databaseUrl, rows }: { databaseUrl: string; rows: number },
  signal: AbortSignal,
) {
  const args = [program, String(rows), String(CUSTOMERS)]
  const env = { ...process.env, BILLING_DATABASE_URL: databaseUrl }
  const said = await runToEnd(process.execPath, args, { env, signal })
  const [, rate, mebibytes] = /: (\d+) lines\/s, peak (\d+) MiB$/m.exec(said) ?? []
  if (rate === undefined) throw new Error(`The import said: ${said}`)
  return { rate: Number(rate), mebibytes: Number(mebibytes) }
}

/** Empties a table and the tables that refer to it, and resets its statistics. */
async function empty(databaseUrl: string, table: 'merchants' | 'copied'): Promise<void> {
  await withSession(databaseUrl, async (session) => {
    const { rows } = await session.query('select to_regclass($1) is not null as "isThere"', [table])
    if (rows[0]?.isThere === true) await session.query(`truncate ${table} cascade`)
    await session.query('checkpoint')
  })
}

async function psql(databaseUrl: string, command: string, signal: AbortSignal): Promise<void> {
  const args = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', databaseUrl, '-c', command]
  await runToEnd(join(findPostgres() ?? '', 'psql'), args, {
    env: { ...process.env, PGOPTIONS: SESSION_OPTIONS },
    signal,
  })
}
