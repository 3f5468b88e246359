import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ClockStep, ConsoleRun, RunResult } from './console-runner'

const program = fileURLToPath(new URL('./console-runner.ts', import.meta.url))

/** A `console-runner` process that restarts after it is killed. */
export class KillableRunner {
  readonly #env: NodeJS.ProcessEnv
  readonly #waiting = new Map<number, { resolve: (result: string) => void; reject: (error: Error) => void }>()
  #running: Promise<ChildProcess>

  constructor(settings: Readonly<Record<string, string>>) {
    this.#env = { ...process.env, ...settings, LOG_LEVEL: 'silent' }
    this.#running = this.#start()
  }

  /** Returns the ID of the process. */
  async pid(): Promise<number | undefined> {
    return (await this.#running).pid
  }

  /** Makes the process run something. @returns its result, or "killed" */
  async ask(run: ConsoleRun): Promise<string> {
    const running = await this.#running
    return new Promise((resolve, reject) => {
      this.#waiting.set(run.run, { resolve, reject })
      running.send(run)
    })
  }

  /** Kills the process and starts the next one. Concurrent calls kill one process only. */
  async kill(): Promise<void> {
    const running = await this.#running
    if (running.killed) return
    running.kill('SIGKILL')
    this.#running = once(running, 'exit').then(() => this.#start())
    await once(running, 'exit')
    for (const { resolve } of this.#waiting.values()) resolve('killed')
    this.#waiting.clear()
  }

  /** Stops the process with SIGSTOP, like a suspended machine. @returns a function that lets it continue */
  async hang(): Promise<() => void> {
    const { pid = 0 } = await this.#running
    // Not by `running.kill`, after which `killed` is true.
    process.kill(pid, 'SIGSTOP')
    return () => void process.kill(pid, 'SIGCONT')
  }

  /** Moves the clock of the process forward or back. */
  async stepClock(stepMs: number): Promise<void> {
    const running = await this.#running
    running.send({ stepMs } satisfies ClockStep)
  }

  async stop(): Promise<void> {
    const running = await this.#running
    running.kill('SIGKILL')
    await once(running, 'exit')
  }

  async #start(): Promise<ChildProcess> {
    const started = fork(program, { env: this.#env, execArgv: ['--import', 'tsx'] })
    const ended = once(started, 'exit').then(([code]) => {
      const error = new Error(`The console program ended with code ${code}.`)
      if (!started.killed) for (const { reject } of this.#waiting.values()) reject(error)
      throw error
    })
    ended.catch(() => undefined)
    await Promise.race([once(started, 'message'), ended])
    started.on('message', ({ run, result }: RunResult) => {
      this.#waiting.get(run)?.resolve(result)
      this.#waiting.delete(run)
    })
    return started
  }
}
