import type { FindHit } from '@/contract/console/find'
import { invoicePath, ledgerPath, subscriptionPath } from '@/lib/browser/paths'

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

/** An id as it is shown: in quotation marks where spaces around it are part of it. */
export const shownId = (id: string) => (id === id.trim() ? id : `“${id}”`)
