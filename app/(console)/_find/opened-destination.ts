import type { IndexedObject, OpenedObject } from '@/contract/console/indexed-objects'
import { shortName } from '@/lib/format/amount'
import type { Destination } from './destination'
import { indexedDestination } from './indexed-destination'

/** Returns the name of an opened object: its plan, "Invoice 1042", or the external ID of a customer. */
export function openedName(object: OpenedObject): string {
  if (object.kind === 'subscription') return object.planName ?? 'Subscription'
  return object.kind === 'invoice' ? `Invoice ${shortName(object.number ?? object.id)}` : object.id
}

/** Describes an opened object by its last response, as `indexedDestination` does. */
export const openedDestination = (object: OpenedObject, timeZone: string): Destination =>
  indexedDestination(indexedObject(object), timeZone)

function indexedObject(object: OpenedObject): IndexedObject {
  const { kind, id, asOf, goneAt } = object
  const seen = { kind, id, asOf, goneAt, name: null, status: null, amount: null, currency: null, customerId: null }
  switch (object.kind) {
    case 'subscription':
      return { ...seen, name: object.planName, status: object.status, deletedAt: object.deletedAt }
    case 'invoice':
      return {
        ...seen,
        name: object.number,
        status: object.status,
        amount: object.total,
        currency: object.currency,
        deletedAt: null,
      }
    case 'customer':
      return { ...seen, deletedAt: null }
  }
}

/** Returns the opened objects whose name, ID or customer contains the text, ignoring case. */
export function openedContaining(opened: OpenedObject[], text: string): OpenedObject[] {
  const wanted = text.trim().toLowerCase()
  return opened.filter((object) => {
    const customerId = object.kind === 'customer' ? null : object.customerId
    return [openedName(object), object.id, customerId ?? ''].some((name) => name.toLowerCase().includes(wanted))
  })
}
