import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ClockStep, ChangeRun, ChangeRunResult } from './change-runner'

const program = fileURLToPath(new URL('./change-runner.ts', import.meta.url))

/** A `change-runner` process that restarts after it is killed. */
export class KillableRunner {
  readonly #env: NodeJS.ProcessEnv
  readonly #waiting = new Map<number, () => void>()
  #running: Promise<ChildProcess>

  constructor(settings: Readonly<Record<string, string>>) {
    this.#env = { ...process.env, ...settings, LOG_LEVEL: 'silent' }
    this.#running = this.#start()
  }

  /** Requests a change, and waits for its result or until the process is killed. */
  async ask(run: ChangeRun): Promise<void> {
    const running = await this.#running
    await new Promise<void>((resolve) => {
      this.#waiting.set(run.run, resolve)
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
    for (const resolve of this.#waiting.values()) resolve()
    this.#waiting.clear()
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
    await once(started, 'message')
    started.on('message', ({ run }: ChangeRunResult) => {
      this.#waiting.get(run)?.()
      this.#waiting.delete(run)
    })
    return started
  }
}
