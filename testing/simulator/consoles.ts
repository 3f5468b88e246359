import { AsyncLocalStorage } from 'node:async_hooks'
import { BillingClient } from '@/lib/server/billing-api/billing-client'
import { approvalPolicyOf } from '@/lib/server/changes/approval-policy'
import { changeTimingOf } from '@/lib/server/changes/change-timing'
import { STORE_CLOCK } from '@/lib/server/changes/store-clock'
import { RowWatch } from '@/lib/server/changes/claim-changes'
import { emptyIndexMemory, ObjectIndex } from '@/lib/server/object-index/object-index'
import { parseSettings } from '@/lib/server/settings'
import { sourceOf } from '@/lib/server/source'
import { ApiHealth, emptyHealthRecord } from '@/lib/server/status/api-health'
import { DriftRegistry } from '@/lib/server/status/drift-registry'
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
