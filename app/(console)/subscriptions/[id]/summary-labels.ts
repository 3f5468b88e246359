import type { SubscriptionView } from '@/contract/console/subscription'
import type { RecentInvoice } from '@/lib/browser/recent-page'
import type { Forecast } from '@/lib/domain/subscription/forecast'

/** Only a running subscription that is no trial "pays"; an ended one may never have been paid for. */
export function payHeading(
  { isTrial }: Pick<SubscriptionView, 'isTrial'>,
  { standing }: Pick<Forecast, 'standing'>,
): string {
  if (standing.kind === 'running' && isTrial !== true) return 'Pays'
  return standing.kind === 'upcoming' ? 'Will pay' : 'Plan price'
}

interface LatestInvoice {
  invoice: RecentInvoice | null
  /** How it ranks among the invoices opened in this browser. */
  label: string
}

/**
 * Returns the invoice of the latest period, or the last one opened when a period is unknown. `invoices`: last opened
 * first.
 */
export function latestInvoice(invoices: readonly RecentInvoice[]): LatestInvoice {
  const [lastOpened] = invoices
  if (!lastOpened) return { invoice: null, label: 'Latest invoice opened here' }
  if (invoices.some((invoice) => Number.isNaN(endOf(invoice))))
    return { invoice: lastOpened, label: 'Last opened here' }
  const invoice = invoices.reduce((latest, other) => (endOf(other) > endOf(latest) ? other : latest), lastOpened)
  return { invoice, label: 'Latest invoice opened here' }
}

const endOf = ({ periodEnd }: RecentInvoice) => Date.parse(periodEnd ?? '')
