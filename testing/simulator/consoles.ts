import { AsyncLocalStorage } from 'node:async_hooks'
import { BillingClient } from '@/lib/billing-api/server/billing-client'
import { approvalPolicyOf } from '@/lib/changes/server/approval-policy'
import { changeTimingOf } from '@/lib/changes/server/change-timing'
import { STORE_CLOCK } from '@/lib/changes/server/store-clock'
import { RowWatch } from '@/lib/changes/server/claim-changes'
import { emptyIndexMemory, ObjectIndex } from '@/lib/objects/server/object-index'
import { parseSettings } from '@/lib/core/server/settings'
import { sourceOf } from '@/lib/core/server/source'
import { ApiHealth, emptyHealthRecord } from '@/lib/status/server/api-health'
import { DriftRegistry } from '@/lib/status/server/drift-registry'
import { testContext } from '../console/test-context'

/** A process of the console, inside this one. */
export type SimulatedConsole = ReturnType<typeof startConsole>

/** Changes do not use the index, which would write in the background. */
class NoIndex extends ObjectIndex {
  override recordSubscription = () => undefined
}

/** Returns a console that has just started. */
export function startConsole(name: string, settings: Record<string, string>) {
  const parsed = parseSettings({ BILLING_API_BASE_URL: 'http://billing', LOG_LEVEL: 'silent', ...settings })
  return {
    name,
    /** True when its statements never run again, its requests get no response, and it sends none. */
    isDead: false,
    watch: new RowWatch(STORE_CLOCK.elapsedMs),
    /** The background work of which a round runs. */
    rounds: new Set<string>(),
    jobs: { running: new Map(), wake: () => undefined } satisfies typeof globalThis.consoleJobs,
    environment: {
      ...testContext().environment,
      billing: new BillingClient(parsed),
      index: new NoIndex(sourceOf(parsed), emptyIndexMemory()),
      health: new ApiHealth(emptyHealthRecord()),
      drift: new DriftRegistry(),
      approvals: approvalPolicyOf(parsed),
      changeTiming: changeTimingOf(parsed),
    },
  }
}

const running = new AsyncLocalStorage<SimulatedConsole | undefined>()

/** Runs code of a console; undefined for code outside of both. */
export const runIn = <Result>(console: SimulatedConsole | undefined, run: () => Result): Result =>
  running.run(console, run)

/** Returns the console whose code runs; undefined outside of both. */
export const currentConsole = (): SimulatedConsole | undefined => running.getStore()

/** Lets each console find its own jobs where a process has them. */
export const separateJobs = (): void => void Object.defineProperty(globalThis, 'consoleJobs', OWN_JOBS)
/** Takes `separateJobs` back, for the next test file of this process. */
export const joinJobs = (): void => void Object.defineProperty(globalThis, 'consoleJobs', NO_JOBS)

const OWN_JOBS = { get: () => currentConsole()?.jobs, configurable: true }
const NO_JOBS = { value: undefined, writable: true, configurable: true }
