import type { OpenedObject } from '@/contract/console/opened'
import { shortName } from '@/lib/format/amount'
import type { Destination } from './destination'

/** Returns the name of an opened object: its plan, "Invoice 1042", or the external ID of a customer. */
export function openedName(object: OpenedObject): string {
  if (object.kind === 'subscription') return object.planName ?? 'Subscription'
  return object.kind === 'invoice' ? `Invoice ${shortName(object.number ?? object.id)}` : object.id
}

/** Describes an opened object with its last known status: "Invoice 1042 · paid". */
export function openedDestination(object: OpenedObject): Destination {
  const status = object.kind === 'customer' ? null : object.status
  const { kind, id } = object
  return { kind, id, label: [openedName(object), status].filter(Boolean).join(' · ') }
}

/** Returns the opened objects whose name, ID or customer contains the text, ignoring case. */
export function openedContaining(opened: OpenedObject[], text: string): OpenedObject[] {
  const wanted = text.trim().toLowerCase()
  return opened.filter((object) => {
    const customerId = object.kind === 'customer' ? null : object.customerId
    return [openedName(object), object.id, customerId ?? ''].some((name) => name.toLowerCase().includes(wanted))
  })
}
