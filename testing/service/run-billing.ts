import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { programArgs } from '../../scripts/programs.mjs'
import { billing } from '@/service/commands/billing'
import { testDatabaseUrl } from './fresh-store'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What one run of the CLI printed, and the code it ended with. */
interface BillingRun {
  code: number | null
  stdout: string
  stderr: string
}

/** Its settings: an embedded database in `dataDir`, or PostgreSQL, as the vitest project says. */
const settingsOf = (dataDir: string) => ({ DATA_DIR: dataDir, BILLING_DATABASE_URL: testDatabaseUrl() ?? '' })

/** For tests: runs `billing` in this process, which takes no second where a program takes one. */
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

/** For tests: starts the program itself, as `npm start` does, for what only a process has: pipes, signals and an exit code. */
export function startBilling(
  dataDir: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  program: readonly string[] = programArgs('billing'),
): ChildProcess {
  const env = { ...process.env, ...settingsOf(dataDir), ...environment }
  return spawn(process.execPath, [...program, ...args], { cwd: root, env })
}

/** For tests: all that a program which `startBilling` has started prints, and its exit code. */
export async function endOf(program: ChildProcess): Promise<BillingRun> {
  if (!program.stdout || !program.stderr) throw new Error('output is piped')
  const [stdout, stderr] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'close')])
  return { code: program.exitCode, stdout, stderr }
}
