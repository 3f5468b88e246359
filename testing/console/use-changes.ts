import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import type { SubscriptionChange, ChangeReport } from '@/lib/changes/change'
// oxlint-disable-next-line no-restricted-imports -- the fake billing API is shared with the browser tests
import { FAULTS } from '../fake-billing-api/fault-catalogue'
// oxlint-disable-next-line no-restricted-imports -- as above
import { plainSubscription } from '../fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { startFakeBillingApi, type FakeBillingApi } from '../fake-billing-api/start-fake-billing-api'
import { BillingClient } from '@/lib/billing-api/server/billing-client'
import type { OperationContext, Environment } from '@/lib/core/server/operation-context'
import { emptyIndexMemory, ObjectIndex } from '@/lib/objects/server/object-index'
import { runOperation } from '@/lib/run-operation'
import { parseSettings } from '@/lib/core/server/settings'
import { sourceOf } from '@/lib/core/server/source'
import { ApiHealth, emptyHealthRecord } from '@/lib/status/server/api-health'
import { DriftRegistry } from '@/lib/status/server/drift-registry'
import { auditEntries } from '@/lib/store/schema'
import { reconcileDue } from '@/lib/changes/server/reconcile-changes'
import { changeTimingOf } from '@/lib/changes/server/change-timing'
import { RowWatch } from '@/lib/changes/server/claim-changes'
import { testContext } from './test-context'
import { useConsoleStore } from './use-console-store'

/** Tools for the tests of changes: a fake billing API with faults, and a clock that the test sets. */
export interface Changes {
  api: FakeBillingApi
  environment: Environment
  /** Adds an active subscription without an end date, with the given overrides. @returns its id */
  subscribe: (changes?: object) => string
  context: (agent?: string) => OperationContext
  /** Applies a fault of the catalogue to the next requests for a subscription. */
  meets: (id: string, fault: string, operation?: 'cancelSubscription' | 'getSubscription', times?: number) => void
  /** Returns the number of changes that the API received for a subscription. */
  received: (id: string) => number
  cancel: (id: string, input?: object) => Promise<SubscriptionChange>
  remove: (id: string, input?: object) => Promise<SubscriptionChange>
  get: (changeId: string) => Promise<SubscriptionChange>
  /** Advances the clock and runs the reconciler once. */
  after: (ms: number) => Promise<void>
  /** Moves the wall clock forward or back without elapsed time. */
  step: (ms: number) => void
  now: () => Date
  /** Returns the audit entries of a subscription, in order. */
  audit: (subscriptionId: string) => Promise<string[]>
}

/** Gives a test file its own store and fake billing API. */
export function useChanges(): () => Changes {
  const store = useConsoleStore()
  const started: Changes[] = []
  beforeAll(async () => void started.push(await startChanges(() => store().db)))
  afterAll(() => Promise.all(started.map(({ api }) => api.close())))
  return () => {
    const [changes] = started
    if (!changes) throw new Error('The store and the API run from beforeAll to afterAll only')
    return changes
  }
}

const changeOf = async (report: Promise<ChangeReport>) => (await report).change

async function startChanges(db: () => ReturnType<ReturnType<typeof useConsoleStore>>['db']) {
  const api = await startFakeBillingApi()
  const settings = parseSettings({ BILLING_API_BASE_URL: api.url, BILLING_API_KEY: api.key, LOG_LEVEL: 'silent' })
  const billing = new BillingClient(settings)
  let at = new Date()
  let elapsedMs = 0
  const environment = {
    ...testContext().environment,
    billing,
    index: new ObjectIndex(sourceOf(settings), emptyIndexMemory()),
    // What other tests of the process have read does not count.
    health: new ApiHealth(emptyHealthRecord()),
    drift: new DriftRegistry(),
    breakers: () => billing.breakers(),
    changeTiming: changeTimingOf(settings),
    storeClock: { storeNow: () => Promise.resolve(at), elapsedMs: () => elapsedMs },
  }
  const watch = new RowWatch(() => elapsedMs)
  let subscriptions = 0
  const now = () => at
  const step = (ms: number) => void (at = new Date(at.getTime() + ms))
  const context = (agent = 'agent') => {
    const base = testContext()
    return {
      ...base,
      environment,
      now,
      receivedAtMs: elapsedMs,
      actor: { ...base.actor, name: `${agent}@example.com` },
    }
  }
  return {
    api,
    environment,
    subscribe: (changes = {}) => {
      const id = `sub-${(subscriptions += 1)}`
      // Its period ends in a month, whatever the day of the test.
      const startDate = new Date(Date.now() - 86_400_000).toISOString()
      api.faults.addSubscription(id, { ...plainSubscription, startDate, endDate: null, ...changes })
      return id
    },
    context,
    meets: (
      id: string,
      name: string,
      operation: 'cancelSubscription' | 'getSubscription' = 'cancelSubscription',
      times = 1,
    ) => {
      const fault = FAULTS[name]
      if (!fault) throw new Error(`There is no fault "${name}"`)
      api.faults.inject(fault, { id, operation, times })
    },
    received: (id: string) => api.faults.received.filter((change) => change.id === id).length,
    cancel: (id: string, input: object = {}) =>
      changeOf(runOperation('cancelSubscription', context(), { id, reason: 'Asked for', ...input })),
    remove: (id: string, input: object = {}) =>
      changeOf(runOperation('deleteSubscription', context(), { id, reason: 'Cleaning up', ...input })),
    get: (changeId: string) => changeOf(runOperation('getChange', context(), { changeId })),
    after: async (ms: number) => {
      step(ms)
      elapsedMs += ms
      await reconcileDue(environment, watch)
    },
    step,
    now,
    audit: async (subscriptionId: string) => {
      const about = and(eq(auditEntries.objectKind, 'subscription'), eq(auditEntries.objectId, subscriptionId))
      const entries = await db().select().from(auditEntries).where(about).orderBy(asc(auditEntries.sequence))
      return entries.map(({ phase, outcome, detail }) => `${phase} ${outcome} ${JSON.parse(detail).state ?? ''}`.trim())
    },
  }
}
