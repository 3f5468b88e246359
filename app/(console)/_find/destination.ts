import type { FindHit } from '@/contract/console/find'
import { invoicePath, ledgerPath, subscriptionPath } from '@/lib/browser/paths'
import type { RecentPage } from '@/lib/browser/recent-page'

/** A place the Find box can open: something found, or something seen before. */
export interface Destination {
  kind: FindHit['kind']
  id: string
  label: string
}

export const KIND_LABELS: Record<FindHit['kind'], string> = {
  subscription: 'Subscription',
  invoice: 'Invoice',
  customer: 'Customer',
}

const PATHS: Record<FindHit['kind'], (id: string) => string> = {
  subscription: subscriptionPath,
  invoice: invoicePath,
  customer: ledgerPath,
}

export const pathOf = ({ kind, id }: Destination) => PATHS[kind](id)

/** Tells places apart: ids are unique of their kind only. */
export const keyOf = ({ kind, id }: Destination) => `${kind} ${id}`

/** A page that was opened, with its state as it was then: "Invoice 1042 · paid". */
export function destinationOf(page: RecentPage): Destination {
  const state = page.kind !== 'customer' && typeof page.status === 'string' ? ` · ${page.status}` : ''
  return { kind: page.kind, id: page.id, label: page.label + state }
}

/** An id as it is shown: in quotation marks where spaces around it are part of it. */
export const shownId = (id: string) => (id === id.trim() ? id : `“${id}”`)
