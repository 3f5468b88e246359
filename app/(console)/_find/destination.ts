import type { FindHit } from '@/contract/console/find'
import { customerPath, invoicePath, subscriptionPath } from '@/lib/browser/paths'
import type { RecentPage } from '@/lib/browser/recent-page'

/** A page that the Find box can open: a hit or a recently opened page. */
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
  customer: customerPath,
}

export const pathOf = ({ kind, id }: Destination) => PATHS[kind](id)

/** Returns a key that is unique across kinds; IDs are unique within a kind only. */
export const keyOf = ({ kind, id }: Destination) => `${kind} ${id}`

/** Describes a recently opened page with its last known status: "Invoice 1042 · paid". */
export function destinationOf(page: RecentPage): Destination {
  const state = page.kind !== 'customer' && typeof page.status === 'string' ? ` · ${page.status}` : ''
  return { kind: page.kind, id: page.id, label: page.label + state }
}

/** Formats an ID for display, in quotation marks when spaces around it are part of it. */
export const shownId = (id: string) => (id === id.trim() ? id : `“${id}”`)
