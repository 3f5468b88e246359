import { OidcClient } from './sign-in/oidc/oidc-client'
import { oidcSettingsOf } from './sign-in/oidc/oidc-settings'
import type { Breakers } from '@/contract/console/status'
import { ApiHealth, emptyHealthRecord, type HealthRecord } from './status/api-health'
import { BillingClient } from './billing-api/billing-client'
import { type DriftRecord, DriftRegistry, emptyDriftRecord } from './status/drift-registry'
import { DownloadSlots } from './downloads/download-slots'
import { ExportRegistry } from './ledger/export-registry'
import { settings } from './settings'
import { type KeptInvoices, PageInvoices } from './invoices/page-invoices'
import { STORE_CLOCK, type StoreClock } from './changes/store-clock'
import { type ChangeTiming, changeTimingOf } from './changes/change-timing'

/** What the console works on: a billing API, and everything of the console that belongs to it. */
export interface Environment {
  /** As the badge shows it. */
  name: string
  billing: BillingClient
  changeTiming: ChangeTiming
  storeClock: StoreClock
  /** What is seen of the billing API: how its calls end, */
  health: ApiHealth
  /** and how its answers differ from its interface document. */
  drift: DriftRegistry
  /** Whether the billing API is asked just now: by each client of this process. */
  breakers: () => Breakers[]
  /** What pages were made of, until their browsers ask for the rest. */
  pageInvoices: PageInvoices
  csvSlots: DownloadSlots
  /** Fewer: a PDF costs more memory and time than a CSV. */
  pdfSlots: DownloadSlots
  exports: ExportRegistry
  /** The OpenID provider that people sign in at, where there is one. */
  singleSignOn: OidcClient | undefined
}

let only: Environment | undefined

/** Until there are several, the one of the settings. */
export function theEnvironment(): Environment {
  if (only) return only
  const oidc = oidcSettingsOf(settings())
  const seen: Seen = (globalThis.consoleSeen ??= {
    health: emptyHealthRecord(),
    drift: emptyDriftRecord(),
    breakers: [],
    pageInvoices: new Map(),
  })
  const health = new ApiHealth(seen.health)
  const billing = new BillingClient(settings(), (call) => health.recordCall(call))
  seen.breakers.push(() => billing.breakers())
  only = {
    name: settings().CONSOLE_ENVIRONMENT,
    changeTiming: changeTimingOf(settings()),
    storeClock: STORE_CLOCK,
    billing,
    health,
    drift: new DriftRegistry(seen.drift, (answer) => health.recordUnreadable(answer)),
    breakers: () => seen.breakers.map((breakersOf) => breakersOf()),
    pageInvoices: new PageInvoices(seen.pageInvoices),
    csvSlots: new DownloadSlots(8),
    pdfSlots: new DownloadSlots(2),
    exports: new ExportRegistry(),
    singleSignOn: oidc && new OidcClient(oidc),
  }
  return only
}

interface Seen {
  health: HealthRecord
  drift: DriftRecord
  breakers: (() => Breakers)[]
  pageInvoices: KeptInvoices
}

// Next loads a module once for pages and once for routes. They share what they have seen as plain data and nothing else:
// to the one an error or a number of the other is of a class that it does not know.
declare global {
  var consoleSeen: Seen | undefined
}
