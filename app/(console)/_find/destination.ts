import type { FindHit } from '@/contract/console/find'
import { customerPath, invoicePath, subscriptionPath } from '@/lib/browser/paths'

/** A page that the Find box can open: a hit, or an object that was seen before. */
export interface Destination {
  kind: FindHit['kind']
  id: string
  label: string
  /** The parts of the label of an object that the team has seen; empty where nothing readable was sent. */
  seen?: { name: string; status: string; amount: string; asOf: string }
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

/** Formats an ID for display, in quotation marks when spaces around it are part of it. */
export const shownId = (id: string) => (id === id.trim() ? id : `“${id}”`)
