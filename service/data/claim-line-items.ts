import { isJsonObject, stringifyExactJson } from '@/contract/exact-json'
import { and, eq } from 'drizzle-orm'
import type { DatabaseTransaction } from '@/database/open-database'
import { readDocument } from '../store/read-document'
import { isOneOf, sameRow, upsertRows } from '@/database/recordset'
import { invoiceLineItems, invoices } from '../store/schema'
import { BadLine } from './bad-line'
import type { InvoiceLine } from './storable-line'

/**
 * Records the line items of these invoices, which have none recorded yet. A line item belongs to one invoice: it is
 * refused when another invoice has it, or moved from there with `replace`.
 * @throws BadLine that names both invoices
 */
export async function claimLineItems(
  tx: DatabaseTransaction,
  merchantId: string,
  lines: readonly InvoiceLine[],
  { replace }: { replace: boolean },
): Promise<void> {
  const owners = await ownersOf(tx, merchantId, lines)
  const claimed = new Map<string, string>()
  const moved = new Map<string, Set<string>>()
  for (const { number, row, lineIds } of lines) {
    for (const [position, id] of lineIds.entries()) {
      const owner = claimed.get(id) ?? owners.get(id)
      if (owner !== undefined && !replace) {
        const reason = `"${id}", here in invoice "${row.id}", is in invoice "${owner}" already`
        throw new BadLine(number, `data.invoiceLineItems[${position}].id`, reason)
      }
      if (owner !== undefined) moved.set(owner, (moved.get(owner) ?? new Set()).add(id))
      claimed.set(id, row.id)
    }
  }
  for (const [id, gone] of moved) await takeOut(tx, { merchantId, id }, gone)
  await upsertRows(
    tx,
    invoiceLineItems,
    [...claimed].map(([id, invoiceId]) => ({ merchantId, id, invoiceId })),
  )
}

/** Maps each line item to the stored invoice that has it. */
async function ownersOf(tx: DatabaseTransaction, merchantId: string, lines: readonly InvoiceLine[]) {
  const { id, invoiceId } = invoiceLineItems
  const rows = lines.flatMap(({ lineIds }) => lineIds.map((lineId) => ({ merchantId, id: lineId })))
  const found = await tx
    .select({ id, invoiceId })
    .from(invoiceLineItems)
    .innerJoin(...sameRow({ merchantId: invoiceLineItems.merchantId, id }, rows))
  return new Map(found.map((item) => [item.id, item.invoiceId]))
}

/** Takes line items that move to another invoice out of this one. */
async function takeOut(
  tx: DatabaseTransaction,
  invoice: { merchantId: string; id: string },
  gone: ReadonlySet<string>,
): Promise<void> {
  const { merchantId, invoiceId, id } = invoiceLineItems
  await tx
    .delete(invoiceLineItems)
    .where(and(eq(merchantId, invoice.merchantId), eq(invoiceId, invoice.id), isOneOf(id, gone)))
  const its = and(eq(invoices.merchantId, invoice.merchantId), eq(invoices.id, invoice.id))
  const [stored] = await tx.select({ document: invoices.document }).from(invoices).where(its)
  if (!stored) throw new TypeError('a line item of an invoice that is not stored')
  const document = readDocument(stored.document)
  const items = Array.isArray(document.invoiceLineItems) ? document.invoiceLineItems : []
  const left = items.filter((item) => !(isJsonObject(item) && typeof item.id === 'string' && gone.has(item.id)))
  await tx
    .update(invoices)
    .set({ document: stringifyExactJson({ ...document, invoiceLineItems: left }) })
    .where(its)
}
