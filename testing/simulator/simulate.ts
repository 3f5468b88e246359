import * as fc from 'fast-check'
import { Agent } from 'undici'
import { vi } from 'vitest'
import { countRefusal } from '@/lib/activity/server/audited-attempts'
import { findFaults } from './checks'
import { type Plan, ROLES } from './commands'
import { currentConsole, joinJobs, separateJobs } from './consoles'
import { Run } from './run'
import { seedProcess, START } from './seeded-process'
import { startService } from './service'

interface Outcome {
  /** What is wrong after the run. */
  faults: string[]
  /** Equal plans have equal events. */
  events: string[]
  /** The number of changes that the service received. */
  received: number
}

/** Returns a function that runs a plan. */
export async function startSimulator() {
  let run: Run | undefined
  const service = await startService(async () => {
    const console = currentConsole()
    if (console === undefined) return
    if (!console.isDead) await run?.seam(`${console.name} uses its store`)
    if (console.isDead) await new Promise(() => undefined)
  })
  const { db, close } = service.stores
  globalThis.consoleStoreOpening = Promise.resolve({ db, close })
  separateJobs()
  let windowMs = Date.parse(START)
  const simulate = async (plan: Plan): Promise<Outcome> => {
    await service.stores.reset()
    // The process counts the refusals of a person: a window of their own for each run.
    windowMs += 3_600_000
    for (const name of Object.keys(ROLES)) countRefusal(`${name}@example.com`, windowMs)
    const restore = seedProcess(plan.random)
    // Of the plan's seed, because clones of one scheduler do not repeat its choices.
    const [scheduler] = fc.sample(fc.scheduler(), { seed: plan.random, numRuns: 1 })
    if (!scheduler) throw new TypeError('a sample of one has none')
    const { events, network } = (run = new Run(service, plan, scheduler))
    const dispatch = vi.spyOn(Agent.prototype, 'dispatch').mockImplementation((...given) => network.dispatch(...given))
    try {
      await run.toEnd()
      const faults = await findFaults(service.stores, network, plan.approvals)
      return { faults, events, received: network.received.length }
    } finally {
      dispatch.mockRestore()
      restore()
    }
  }
  return {
    simulate,
    close: () => {
      joinJobs()
      globalThis.consoleStoreOpening = undefined
      return close()
    },
  }
}
