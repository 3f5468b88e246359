import type { RecentInvoice } from '@/lib/browser/recent-page'

interface LatestInvoice {
  invoice: RecentInvoice | null
  /** What it is among those opened in this browser. */
  label: string
}

/** The invoice of the latest period, or where a period is not known the last one opened. `invoices`: last opened first. */
export function latestInvoice(invoices: readonly RecentInvoice[]): LatestInvoice {
  const [lastOpened] = invoices
  if (!lastOpened) return { invoice: null, label: 'Latest invoice opened here' }
  if (invoices.some((invoice) => Number.isNaN(endOf(invoice))))
    return { invoice: lastOpened, label: 'Last opened here' }
  const invoice = invoices.reduce((latest, other) => (endOf(other) > endOf(latest) ? other : latest), lastOpened)
  return { invoice, label: 'Latest invoice opened here' }
}

const endOf = ({ periodEnd }: RecentInvoice) => Date.parse(periodEnd ?? '')
