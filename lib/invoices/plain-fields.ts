import type { Invoice } from '@/contract/billing/invoice'

/** `day`: an instant of which the page shows the UTC day. */
export type PlainKind = 'day' | 'instant' | 'text'

/** A field of an invoice that is read, shown and exported as its kind alone. */
interface PlainField {
  name: Exclude<keyof (typeof Invoice)['shape'], 'id' | 'invoiceLineItems'>
  kind: PlainKind
  /** Its name on the page. */
  label: string
  /** Its name in the CSV. */
  column: string
}

/** In the order of the page and the CSV. A new field is a line here, one in the contract, and a sample. */
export const PLAIN_FIELDS = [
  { name: 'issueDate', kind: 'day', label: 'Issue date', column: 'Issue date' },
  { name: 'dueDate', kind: 'day', label: 'Due date', column: 'Due date' },
  { name: 'pendingDate', kind: 'day', label: 'Pending date', column: 'Pending date' },
  { name: 'createdAt', kind: 'instant', label: 'Created', column: 'Invoice created' },
  { name: 'updatedAt', kind: 'instant', label: 'Updated', column: 'Invoice updated' },
] as const satisfies readonly PlainField[]

export type PlainName = (typeof PLAIN_FIELDS)[number]['name']
