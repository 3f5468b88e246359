import { stringifyExactJson, type JsonObject } from '@/contract/exact-json'
import { takeSharedOut, type SharedKind } from '../domain/shared-objects'
import type { LedgerEntry } from '../store/ledger-places'
import type { customers, invoices, plans, subscriptions } from '../store/schema'
import type { ImportLine } from './import-line'

/** Plans, prices and billables have the same columns. */
export type SharedRow = typeof plans.$inferInsert

/** The row of a line: its document, and the columns for search, sorting and comparison. */
export type StorableLine =
  | { kind: 'customer'; row: typeof customers.$inferInsert }
  | { kind: 'subscription'; row: typeof subscriptions.$inferInsert; shared: Record<SharedKind, SharedRow[]> }
  | { kind: 'invoice'; row: typeof invoices.$inferInsert; lineIds: string[] }
  | { kind: 'transaction'; row: LedgerEntry }

/** A storable line with its number, for the error message. */
export type NumberedLine = StorableLine & { number: number }
export type InvoiceLine = Extract<NumberedLine, { kind: 'invoice' }>

/**
 * Returns the row of a line.
 * @param line the line as parsed by the contract
 * @param data the same line as it was sent, which is stored; this function changes it
 * @throws Contradiction when the line contradicts itself
 */
export function storableLine(line: ImportLine, data: JsonObject, merchantId: string): StorableLine {
  switch (line.kind) {
    case 'customer': {
      const { id, externalId, updatedAt } = line.data
      return { kind: line.kind, row: { merchantId, id, externalId, updatedAt, document: stringifyExactJson(data) } }
    }
    case 'subscription':
      return storableSubscription(line, data, merchantId)
    case 'invoice': {
      const { id, updatedAt, invoiceLineItems } = line.data
      return {
        kind: line.kind,
        row: { merchantId, id, updatedAt, document: stringifyExactJson(data) },
        lineIds: (invoiceLineItems ?? []).map((item) => item.id),
      }
    }
    case 'transaction': {
      const { id, customerId, createdAt, updatedAt } = line.data
      const document = stringifyExactJson(data)
      return { kind: line.kind, row: { merchantId, id, customerId, createdAt, updatedAt, document } }
    }
  }
}

type SubscriptionLine = Extract<ImportLine, { kind: 'subscription' }>

function storableSubscription(line: SubscriptionLine, data: JsonObject, merchantId: string): StorableLine {
  const { id, customerId, startDate, endDate, status, billingCadence, updatedAt } = line.data
  const planId = line.data.planId ?? line.data.plan?.id
  if (planId === undefined) throw new TypeError('a subscription without a plan was accepted')
  const shared = takeSharedOut(data, 'data')
  const searched = { merchantId, id, customerId, planId, startDate, endDate, status, billingCadence, updatedAt }
  const { changedAt } = line
  const rowsOf = (kind: SharedKind) =>
    [...shared[kind]].map(([sharedId, { object }]): SharedRow => ({
      merchantId,
      id: sharedId,
      // The contract has already checked that it is an instant.
      updatedAt: typeof object.updatedAt === 'string' ? object.updatedAt : null,
      document: stringifyExactJson(object),
    }))
  return {
    kind: 'subscription',
    row: { ...searched, changedAt, document: stringifyExactJson(data) },
    shared: { plan: rowsOf('plan'), price: rowsOf('price'), billable: rowsOf('billable') },
  }
}
