import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ROOT } from '../../scripts/command.mjs'
import { testEnvironment } from '../../scripts/test/test-run.mjs'
import type { DriverResult, DriverTask, Person } from './console-driver'

const runFile = promisify(execFile)
const DRIVER = fileURLToPath(new URL('console-driver.ts', import.meta.url))

const runProgram = (program: string, args: readonly string[], cwd = ROOT) =>
  runFile(program, args, { cwd, env: testEnvironment({}), maxBuffer: 64 * 1024 * 1024 })

/** Another version of both programs. */
export interface CheckedOutVersion {
  /** Its folder, with its packages. */
  root: string
  remove: () => Promise<void>
}

/** Checks out another commit in a git worktree beside this folder, and installs its packages. */
export async function checkOutVersion(commit: string): Promise<CheckedOutVersion> {
  const root = await mkdtemp(join(dirname(ROOT), 'billing-console-previous-'))
  const remove = async () => {
    await runProgram('git', ['worktree', 'remove', '--force', root]).catch(() => undefined)
    await rm(root, { recursive: true, force: true })
  }
  try {
    await runProgram('git', ['worktree', 'add', '--detach', root, commit])
    await runProgram('npm', ['ci', '--no-audit', '--no-fund'], root)
    return { root, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** A console of any version that runs what a test asks for. */
export interface ConsoleDriver {
  /** Runs an operation as a person. @returns its output @throws Error with the problem */
  run: <Output>(operation: string, as: Person, input: object) => Promise<Output>
  /** Calls a function of a module as a person, with the context of an operation. */
  call: (module: string, name: string, as: Person, input: object) => Promise<void>
  /** Starts background work: a function of a module, which takes the environment. */
  start: (module: string, name: string) => Promise<void>
  /** Ends the process with SIGKILL. */
  kill: () => Promise<void>
}

/** Starts the console of the version in a folder, with these settings. */
export async function startConsoleDriver(root: string, settings: Record<string, string>): Promise<ConsoleDriver> {
  const env = testEnvironment({ LOG_LEVEL: 'error', ...settings })
  const driver = fork(DRIVER, { cwd: root, env, execArgv: ['--import', 'tsx'] })
  const ended = once(driver, 'exit').then(([code]) => Promise.reject(new Error(`the console exited with ${code}`)))
  ended.catch(() => undefined)
  await Promise.race([once(driver, 'message'), ended])
  let runs = 0
  const ask = (task: Omit<DriverTask, 'run'>) => {
    const run = (runs += 1)
    const response = new Promise<string>((resolve, reject) => {
      const onMessage = (result: DriverResult) => {
        if (result.run !== run) return
        driver.off('message', onMessage)
        if (result.error === undefined) resolve(result.output ?? 'null')
        else reject(new Error(`${JSON.stringify(task)}: ${result.error}`))
      }
      driver.on('message', onMessage)
      driver.send({ ...task, run })
    })
    return Promise.race([response, ended])
  }
  return {
    run: async (name, as, input) => JSON.parse(await ask({ module: null, name, as, input })),
    call: async (module, name, as, input) => void (await ask({ module, name, as, input })),
    start: async (module, name) => void (await ask({ module, name })),
    kill: async () => {
      driver.kill('SIGKILL')
      await ended.catch(() => undefined)
    },
  }
}
