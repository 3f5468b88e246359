import { sql } from 'drizzle-orm'
import { STORED_IS_NEWER } from '../store/keep-newer'
import type { DatabaseTransaction } from '../store/open'
import { sameRow, upsertRows } from '../store/recordset'
import { invoiceLineItems, invoices } from '../store/schema'
import { BadLine } from './bad-line'
import { keep, type KeptObjects } from './kept-objects'
import { newestOf } from './newest-of'
import type { StorableLine } from './storable-line'

type InvoiceLine = Extract<StorableLine, { kind: 'invoice' }> & { number: number }

/**
 * Writes invoices with their line items. What is stored and newer stays, unless `replace`.
 * @throws BadLine where a line item has the id of another invoice's
 */
export async function writeInvoices(
  tx: DatabaseTransaction,
  merchantId: string,
  lines: readonly InvoiceLine[],
  { replace, kept }: { replace: boolean; kept: KeptObjects },
): Promise<void> {
  if (lines.length === 0) return
  const lineOf = new Map(lines.map((line) => [line.row, line]))
  const onKept = ({ id }: InvoiceLine['row']) => keep(kept, 'invoice', id)
  const newest = newestOf(
    lines.map(({ row }) => row),
    { isForced: replace, onKept },
  )
  const stored = await upsertRows(tx, invoices, newest, replace ? undefined : STORED_IS_NEWER)
  for (const row of newest) if (!stored.has(row.id)) onKept(row)
  const written = newest.filter(({ id }) => stored.has(id)).flatMap((row) => lineOf.get(row) ?? [])

  const [given, isOfInvoice] = sameRow(
    { merchantId: invoiceLineItems.merchantId, invoiceId: invoiceLineItems.invoiceId },
    written.map(({ row }) => ({ merchantId, invoiceId: row.id })),
  )
  await tx.execute(sql`delete from ${invoiceLineItems} using ${given} where ${isOfInvoice}`)
  await refuseSharedLineItems(tx, merchantId, written)
  await upsertRows(
    tx,
    invoiceLineItems,
    written.flatMap(({ row, lineIds }) => lineIds.map((id) => ({ merchantId, id, invoiceId: row.id }))),
  )
}

async function refuseSharedLineItems(
  tx: DatabaseTransaction,
  merchantId: string,
  lines: readonly InvoiceLine[],
): Promise<void> {
  const { id, invoiceId } = invoiceLineItems
  const rows = lines.flatMap(({ lineIds }) => lineIds.map((lineId) => ({ merchantId, id: lineId })))
  const elsewhere = await tx
    .select({ id, invoiceId })
    .from(invoiceLineItems)
    .innerJoin(...sameRow({ merchantId: invoiceLineItems.merchantId, id }, rows))
  const owners = new Map(elsewhere.map((item) => [item.id, item.invoiceId]))
  for (const { number, row, lineIds } of lines) {
    for (const [position, lineId] of lineIds.entries()) {
      const owner = owners.get(lineId)
      if (owner !== undefined) {
        const field = `data.invoiceLineItems[${position}].id`
        throw new BadLine(number, field, `"${lineId}" is in invoice "${owner}" already`)
      }
      owners.set(lineId, row.id)
    }
  }
}
