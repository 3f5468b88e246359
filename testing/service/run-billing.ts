import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { programArgs } from '../../scripts/build/programs.mjs'
import { billing } from '@/service/commands/billing'
import { testDatabaseUrl } from './fresh-store'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Output and exit code of one run of the CLI. */
interface BillingRun {
  code: number | null
  stdout: string
  stderr: string
}

/** Returns its settings: an embedded database in `dataDir` or PostgreSQL, depending on the vitest project. */
const settingsOf = (dataDir: string) => ({ DATA_DIR: dataDir, BILLING_DATABASE_URL: testDatabaseUrl() ?? '' })

/** For tests: runs `billing` in this process, which is much faster than a separate program. */
export async function runBilling(
  dataDir: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<BillingRun> {
  const printed = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).flatMap((name) => [
    vi.spyOn(console, name === 'stdout' ? 'log' : 'error').mockImplementation((line) => {
      printed[name] += `${String(line)}\n`
    }),
    vi.spyOn(process[name], 'write').mockImplementation((part) => {
      printed[name] += String(part)
      return true
    }),
  ])
  const settings = { ...settingsOf(dataDir), ...environment }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  try {
    return { code: await billing(args), ...printed }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}

/** For tests: starts the program like `npm start`, for tests of pipes, signals and exit codes. */
export function startBilling(
  dataDir: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  program: readonly string[] = programArgs('billing'),
  cwd = root,
): ChildProcess {
  const env = { ...process.env, ...settingsOf(dataDir), ...environment }
  return spawn(process.execPath, [...program, ...args], { cwd, env })
}

/** For tests: returns the output and exit code of a program of `startBilling`. */
export async function endOf(program: ChildProcess): Promise<BillingRun> {
  if (!program.stdout || !program.stderr) throw new Error('output is piped')
  const [stdout, stderr] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'close')])
  return { code: program.exitCode, stdout, stderr }
}
