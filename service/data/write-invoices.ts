import { and, eq, sql } from 'drizzle-orm'
import type { DatabaseTransaction } from '@/database/open-database'
import { isOneOf, sameRow, upsertRows } from '@/database/recordset'
import { isJsonObject, stringifyExactJson } from '@/contract/exact-json'
import { invoiceLineItems, invoices } from '../store/schema'
import { readDocument } from '../store/read-document'
import { countKept, type KeptObjects, runsOfDistinctIds, STORED_IS_NEWER } from './kept-objects'
import type { InvoiceLine } from './storable-line'
import { BadLine } from './line-reader'

/**
 * Writes invoices with their line items. A stored invoice that is newer stays, unless `replace`.
 * @throws BadLine as `claimLineItems`
 */
export async function writeInvoices(
  tx: DatabaseTransaction,
  merchantId: string,
  lines: readonly InvoiceLine[],
  options: { replace: boolean; kept: KeptObjects },
): Promise<void> {
  for (const run of runsOfDistinctIds(lines, ({ row }) => row.id)) await writeRun(tx, merchantId, run, options)
}

async function writeRun(
  tx: DatabaseTransaction,
  merchantId: string,
  lines: readonly InvoiceLine[],
  { replace, kept }: { replace: boolean; kept: KeptObjects },
): Promise<void> {
  const rows = lines.map(({ row }) => row)
  const stored = await upsertRows(tx, invoices, rows, replace ? undefined : STORED_IS_NEWER)
  const written = lines.filter(({ row }) => stored.has(row.id))
  for (const { row } of lines) if (!stored.has(row.id)) countKept(kept, 'invoice', row.id)

  const [given, isOfInvoice] = sameRow(
    { merchantId: invoiceLineItems.merchantId, invoiceId: invoiceLineItems.invoiceId },
    written.map(({ row }) => ({ merchantId, invoiceId: row.id })),
  )
  await tx.execute(sql`delete from ${invoiceLineItems} using ${given} where ${isOfInvoice}`)
  await claimLineItems(tx, merchantId, written, { replace })
}

/**
 * Records the line items of these invoices, which have none recorded yet. A line item belongs to one invoice: it is
 * refused when another invoice has it, or moved from there with `replace`.
 * @throws BadLine that names both invoices
 */
async function claimLineItems(
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
  const rows = [...claimed].map(([id, invoiceId]) => ({ merchantId, id, invoiceId }))
  await upsertRows(tx, invoiceLineItems, rows)
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
