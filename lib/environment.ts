import { OidcClient } from '@/lib/people/server/oidc/oidc-client'
import { oidcSettingsOf } from '@/lib/core/server/oidc-settings'
import type { EnvironmentView } from '@/lib/core/environment'
import type { Breakers } from '@/lib/status/status'
import { ApiHealth, emptyHealthRecord, type HealthRecord, worstState } from '@/lib/status/server/api-health'
import { BillingClient } from '@/lib/billing-api/server/billing-client'
import { longResponseSlot } from '@/lib/billing-api/server/long-responses'
import { type DriftRecord, DriftRegistry, emptyDriftRecord } from '@/lib/status/server/drift-registry'
import { type Settings, settings } from '@/lib/core/server/settings'
import type { Caller, Environment, OperationContext } from '@/lib/core/server/operation-context'
import { Slots } from '@/lib/core/server/slots'
import { sourceOf } from '@/lib/core/server/source'
import type { KeptInvoices } from '@/lib/invoices/server/page-invoices'
import { emptyIndexMemory, type IndexMemory, ObjectIndex } from '@/lib/objects/server/object-index'
import { approvalPolicyOf } from '@/lib/changes/server/approval-policy'
import { changeTimingOf } from '@/lib/changes/server/change-timing'
import { STORE_CLOCK } from '@/lib/changes/server/store-clock'

let only: Environment | undefined

/** Returns the environment of the settings, the only one so far. */
export function getEnvironment(): Environment {
  if (only) return only
  const oidc = oidcSettingsOf(settings())
  const shared: SharedState = (globalThis.consoleSharedState ??= {
    health: emptyHealthRecord(),
    drift: emptyDriftRecord(),
    breakers: [],
    downloads: [],
    pageInvoices: new Map(),
    index: emptyIndexMemory(),
    longResponses: longResponseSlot(settings()),
  })
  const health = new ApiHealth(shared.health)
  const billing = new BillingClient(settings(), (call) => health.recordCall(call), shared.longResponses)
  const csvSlots = new Slots(8)
  shared.downloads.push(() => csvSlots.taken)
  shared.breakers.push(() => billing.breakers())
  only = {
    name: settings().CONSOLE_ENVIRONMENT,
    badge: badgeOf(settings()),
    changeTiming: changeTimingOf(settings()),
    approvals: approvalPolicyOf(settings()),
    storeClock: STORE_CLOCK,
    billing,
    health,
    drift: new DriftRegistry(shared.drift, (response) => health.recordUnreadable(response)),
    breakers: () => {
      const all = shared.breakers.map((breakersOf) => breakersOf())
      return { reads: worstState(all.map(({ reads }) => reads)), writes: worstState(all.map(({ writes }) => writes)) }
    },
    pageInvoices: shared.pageInvoices,
    csvSlots,
    printSlots: new Slots(2, { most: 8, ms: 15_000 }),
    linesSlots: new Slots(2),
    downloads: () => shared.downloads.reduce((sum, downloadsOf) => sum + downloadsOf(), 0),
    singleSignOn: oidc && new OidcClient(oidc),
    index: new ObjectIndex(sourceOf(settings()), shared.index),
  }
  return only
}

const badgeOf = ({
  CONSOLE_ENVIRONMENT: name,
  CONSOLE_ENVIRONMENT_COLOUR: colour,
  CONSOLE_ENVIRONMENTS: all = [],
}: Settings): EnvironmentView => ({ name, colour, all })

interface SharedState {
  health: HealthRecord
  drift: DriftRecord
  breakers: (() => Breakers)[]
  downloads: (() => number)[]
  pageInvoices: KeptInvoices
  index: IndexMemory
  longResponses: Slots
}

// Next loads a module once for pages and once for routes. They share this state as plain data, because a class instance of
// one is not an `instanceof` in the other. Only the methods of the slot are used.
declare global {
  var consoleSharedState: SharedState | undefined
}

/** Returns the context of an accepted request. */
export function operationContext(caller: Caller, requestId: string, signal?: AbortSignal): OperationContext {
  return {
    ...caller,
    environment: getEnvironment(),
    requestId,
    receivedAtMs: performance.now(),
    now: () => new Date(),
    signal,
  }
}
