import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ClockStep, ChangeRun, ChangeOutcomeSeen } from './change-runner'

const program = fileURLToPath(new URL('./change-runner.ts', import.meta.url))

/** A `change-runner` process that can be killed and is started again, on these settings. */
export class KillableRunner {
  readonly #env: NodeJS.ProcessEnv
  readonly #waiting = new Map<number, () => void>()
  #running: Promise<ChildProcess>

  constructor(settings: Readonly<Record<string, string>>) {
    this.#env = { ...process.env, ...settings, LOG_LEVEL: 'silent' }
    this.#running = this.#start()
  }

  /** Asks for a write, and waits until its end is told, or until whoever could tell it has been killed. */
  async ask(run: ChangeRun): Promise<void> {
    const running = await this.#running
    await new Promise<void>((resolve) => {
      this.#waiting.set(run.run, resolve)
      running.send(run)
    })
  }

  /** Kills it with whatever it has in hand; the next one is on its way. One is killed once, by however many. */
  async kill(): Promise<void> {
    const running = await this.#running
    if (running.killed) return
    running.kill('SIGKILL')
    this.#running = once(running, 'exit').then(() => this.#start())
    await once(running, 'exit')
    for (const told of this.#waiting.values()) told()
    this.#waiting.clear()
  }

  /** Sets the clock of its machine, forward or back. */
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
    started.on('message', ({ run }: ChangeOutcomeSeen) => {
      this.#waiting.get(run)?.()
      this.#waiting.delete(run)
    })
    return started
  }
}
