import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { testEnvironment } from '../../scripts/test/test-run.mjs'
import type { DriverResult, DriverTask, Person } from './console-driver'

const program = fileURLToPath(new URL('./console-driver.ts', import.meta.url))

/** A console of any version that runs what a test asks for. */
export interface ConsoleDriver {
  /** Runs an operation as a person. @returns its output @throws Error with the problem */
  run: <Output>(operation: string, as: Person, input: object) => Promise<Output>
  /** Calls a function of a module as a person, with the context of an operation. */
  call: (module: string, name: string, as: Person, input: object) => Promise<void>
  /** Starts background work: a function of a module, which takes the environment. */
  start: (module: string, start: string) => Promise<void>
  /** Ends the process with SIGKILL. */
  kill: () => Promise<void>
}

/** Starts the console of the version in a folder, with these settings. */
export async function startConsoleDriver(root: string, settings: Record<string, string>): Promise<ConsoleDriver> {
  const env = testEnvironment({ LOG_LEVEL: 'error', ...settings })
  const driver = fork(program, { cwd: root, env, execArgv: ['--import', 'tsx'] })
  const ended = once(driver, 'exit').then(([code]) => Promise.reject(new Error(`the console exited with ${code}`)))
  ended.catch(() => undefined)
  await Promise.race([once(driver, 'message'), ended])
  let runs = 0
  type Given = DriverTask extends infer Task ? (Task extends DriverTask ? Omit<Task, 'run'> : never) : never
  const ask = (task: Given) => {
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
    run: async (operation, as, input) => JSON.parse(await ask({ operation, as, input })),
    call: async (module, call, as, input) => void (await ask({ module, call, as, input })),
    start: async (module, start) => void (await ask({ module, start })),
    kill: async () => {
      driver.kill('SIGKILL')
      await ended.catch(() => undefined)
    },
  }
}
