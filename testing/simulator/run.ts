import { setImmediate as nextTurn } from 'node:timers/promises'
import type * as fc from 'fast-check'
import { asc, eq } from 'drizzle-orm'
import { vi } from 'vitest'
import { isUnderWay } from '@/lib/changes/change'
import { factsOf } from '@/lib/changes/server/run-change'
import { reconcileDue } from '@/lib/changes/server/reconcile-changes'
import { JOB_WORKS } from '@/lib/job-works'
import { lookForJobs } from '@/lib/jobs/run-jobs'
import { ProblemError } from '@/lib/core/server/problem'
import { runOperation } from '@/lib/run-operation'
import { jobs } from '@/lib/store/job-schema'
import { subscriptionChanges } from '@/lib/store/schema'
import { testContext } from '../console/test-context'
import { type Command, type Plan, ROLES, type SubscriptionId } from './commands'
import { runIn, type SimulatedConsole, startConsole } from './consoles'
import { SimulatedNetwork } from './network'
import { START } from './seeded-process'
import type { SimulatedService } from './service'

/** The rounds after the commands in which each change gets its outcome, more than half an hour; in the first ones both consoles work. */
const [MAX_ROUNDS, ROUNDS_OF_BOTH] = [60, 3]
/** Turns of the event loop without a statement or request, after which all code waits for the scheduler or a timer. */
const QUIET_TURNS = 3
const WORKS = { ...JOB_WORKS, read: { ...JOB_WORKS.read, atOnce: 0 }, ledger: { ...JOB_WORKS.ledger, atOnce: 0 } }

/** One run of a plan: two consoles, the network between them and the service, and the events in order. */
export class Run {
  readonly events: string[] = []
  readonly network: SimulatedNetwork
  readonly #consoles: [SimulatedConsole, SimulatedConsole]
  #requests = 0
  #starts = 0

  constructor(
    private readonly service: SimulatedService,
    private readonly plan: Plan,
    private readonly scheduler: fc.Scheduler,
  ) {
    this.network = new SimulatedNetwork(
      service.app,
      service.stores.db,
      { writes: [...plan.writes], reads: [...plan.reads] },
      this.seam,
    )
    this.#consoles = [this.#start(), this.#start()]
  }

  /** Resolves when the scheduler chooses what waits here. */
  readonly seam = async (label: string): Promise<void> => {
    await this.scheduler.schedule(Promise.resolve(), label)
    this.#log(label)
  }

  /** Runs the commands, then lets time pass until each change has an outcome. */
  async toEnd(): Promise<void> {
    for (const { command, goesOn } of this.plan.steps) {
      await this.#begin(command, this.#consoles[command.at])
      await this.#goOn(goesOn)
    }
    for (let round = 0; round < MAX_ROUNDS && (await this.#isUnfinished()); round += 1) {
      const consoles = round < ROUNDS_OF_BOTH ? this.#consoles : [this.#consoles[round % 2 === 0 ? 0 : 1]]
      for (const console of consoles) for (const does of ['reconcile', 'jobs'] as const) this.#lookFor(does, console)
      await this.#goOn(Infinity)
      const isWorking = this.#consoles.some((console) => console.jobs.running.size + console.rounds.size > 0)
      await this.#wait(isWorking ? 2_000 : 31_000)
    }
    const { id, state, revision, cause } = subscriptionChanges
    const ended = this.service.stores.db.select({ id, state, revision, cause }).from(subscriptionChanges)
    for (const row of await ended.orderBy(asc(id))) this.#log(Object.values(row).join(' '))
  }

  #log(event: string): void {
    this.events.push(`${(Date.now() - Date.parse(START)) / 1_000} s: ${event}`)
  }

  #start(): SimulatedConsole {
    const settings = { BILLING_API_KEY: this.service.key, CONSOLE_APPROVALS: this.plan.approvals }
    return startConsole(`console ${(this.#starts += 1)}`, settings)
  }

  /** Starts what a command asks for; it goes on as the scheduler decides. */
  async #begin(command: Command, console: SimulatedConsole): Promise<void> {
    const { db } = this.service.stores
    if (command.does === 'wait') return this.#wait(command.ms)
    if (command.does === 'die') {
      console.isDead = true
      this.#consoles[command.at] = this.#start()
      return
    }
    if (!('by' in command)) return this.#lookFor(command.does, console)
    const { by } = command
    const actor = { name: `${by}@example.com`, role: ROLES[by] }
    const requestId = `request-${(this.#requests += 1)}`
    const context = { ...testContext(), environment: console.environment, actor, requestId }
    const seen = (action: 'cancel' | 'delete', id: SubscriptionId) => ({
      id,
      seen: factsOf(action, this.service.views[id]),
    })
    if (command.does === 'cancel' || command.does === 'delete') {
      const { does, id } = command
      const input = { ...seen(does, id), reason: 'Asked for' }
      return this.#work(console, `${by} asks to ${does} ${id}`, () =>
        runOperation(`${does}Subscription`, context, input),
      )
    }
    if (command.does === 'select') {
      const rows = command.ids.map((id) => ({ ...seen('cancel', id), asOf: START }))
      const input = { rows, reason: 'Asked for' }
      return this.#work(console, `${by} selects`, () => runOperation('cancelSelected', context, input))
    }
    const { does, nth } = command
    const { createdAt, id, state } = subscriptionChanges
    const found = await db
      .select()
      .from(subscriptionChanges)
      .where(eq(state, 'PROPOSED'))
      .orderBy(asc(createdAt), asc(id))
    const proposal = found[nth % Math.max(1, found.length)]
    if (!proposal) return
    const input = { changeId: proposal.id, reason: 'Checked' }
    // With the request ID of the proposal, so that a request at the service names its change.
    const decision = { ...context, requestId: proposal.requestId }
    this.#work(console, `${by} asks to ${does} ${proposal.id}`, () =>
      does === 'approve'
        ? runOperation('approveChange', decision, { ...input, id: proposal.subscriptionId })
        : runOperation('declineChange', decision, input),
    )
  }

  /** Starts a round of background work, unless the one before still runs. */
  #lookFor(does: 'reconcile' | 'jobs', console: SimulatedConsole): void {
    const { environment, watch, rounds } = console
    if (rounds.has(does)) return
    rounds.add(does)
    const round = does === 'jobs' ? () => lookForJobs(environment, WORKS) : () => reconcileDue(environment, watch)
    this.#work(console, does, () => round().finally(() => rounds.delete(does)))
  }

  #work(console: SimulatedConsole, what: string, run: () => Promise<unknown>): void {
    this.#log(`${console.name}: ${what}`)
    void runIn(console, run).then(
      (result) => this.#log(`${what}: ${JSON.stringify(result) ?? 'done'}`),
      (error: unknown) => this.#log(`${what}: ${error instanceof ProblemError ? error.problem.code : String(error)}`),
    )
  }

  async #wait(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms)
    await this.#quiet()
  }

  /** Lets statements, requests and responses go on, one at a time. */
  async #goOn(times: number): Promise<void> {
    await this.#quiet()
    for (let gone = 0; gone < times && this.scheduler.count() > 0; gone += 1) {
      await this.scheduler.waitNext(1)
      await this.#quiet()
    }
  }

  /** Resolves when all that goes on at this instant has gone on. */
  async #quiet(): Promise<void> {
    const isBusy = () => !this.service.stores.isIdle() || this.network.served > 0
    for (let turns = 0; turns < QUIET_TURNS; turns = isBusy() ? 0 : turns + 1) await nextTurn()
  }

  async #isUnfinished(): Promise<boolean> {
    const { db } = this.service.stores
    const changes = await db.select().from(subscriptionChanges)
    const isOpen = this.scheduler.count() > 0 || changes.some(({ state }) => isUnderWay(state))
    return isOpen || (await db.$count(jobs, eq(jobs.state, 'running'))) > 0
  }
}
