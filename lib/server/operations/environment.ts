import { OidcClient } from '../auth/oidc-client'
import { oidcSettingsOf } from '../auth/oidc-settings'
import { BillingClient } from '../billing-api/billing-client'
import { DownloadSlots } from '../downloads/download-slots'
import { ExportRegistry } from '../downloads/export-registry'
import { settings } from '../settings'
import { type WriteTiming, writeTimingOf } from '../writes/write-timing'

/** What the console works on: a billing API, and everything of the console that belongs to it. */
export interface Environment {
  /** As the badge shows it. */
  name: string
  billing: BillingClient
  writeTiming: WriteTiming
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
  only = {
    name: settings().CONSOLE_ENVIRONMENT,
    billing: new BillingClient(settings()),
    writeTiming: writeTimingOf(settings()),
    csvSlots: new DownloadSlots(8),
    pdfSlots: new DownloadSlots(2),
    exports: new ExportRegistry(),
    singleSignOn: oidc && new OidcClient(oidc),
  }
  return only
}
