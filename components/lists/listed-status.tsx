import { InvoiceStatusPill } from '@/components/invoices/invoice-status'
import { SubscriptionStatusPill } from '@/components/subscriptions/subscription-status'
import type { IndexedInvoice, IndexedSubscription } from '@/lib/objects/indexed-objects'
import { daysOverdue } from '@/lib/invoices/owed-statuses'
import { GoneSince } from './gone-since'

interface ListedStatusProps {
  row: IndexedSubscription | IndexedInvoice
  /** When the list was read. */
  at: string
  /** True where the dates have a column of their own. */
  hasDateColumn?: boolean
}

/** The last known status of a subscription or an invoice in a list. */
export function ListedStatus({ row, at, hasDateColumn = false }: ListedStatusProps) {
  if (row.goneAt !== null)
    return <GoneSince goneAt={row.goneAt} deletedAt={'deletedAt' in row ? row.deletedAt : null} />
  const status = row.status ?? undefined
  if (!('dueDate' in row)) return <SubscriptionStatusPill {...row} isListed status={status} withDate={!hasDateColumn} />
  const sent = { status, total: row.owed ?? row.total, dueDate: row.dueDate, at }
  return <InvoiceStatusPill {...sent} isListed withDate={!hasDateColumn || daysOverdue(sent, at) > 0} />
}
