import { BillingClient } from '../billing-api/billing-client'
import { DownloadSlots } from '../downloads/download-slots'
import { ExportRegistry } from '../downloads/export-registry'
import { settings } from '../settings'

/** What the console works on: a billing API, and everything of the console that belongs to it. */
export interface Environment {
  /** As the badge shows it. */
  name: string
  billing: BillingClient
  downloads: DownloadSlots
  exports: ExportRegistry
}

let only: Environment | undefined

/** Until there are several, the one of the settings. */
export function theEnvironment(): Environment {
  only ??= {
    name: settings().CONSOLE_ENVIRONMENT,
    billing: new BillingClient(settings()),
    downloads: new DownloadSlots(),
    exports: new ExportRegistry(),
  }
  return only
}
