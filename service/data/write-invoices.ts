import type { Invoice } from '@/contract/billing/invoice'
import { sql } from 'drizzle-orm'
import type { DatabaseTransaction } from '../store/open'
import { sameRow, upsertRows } from '../store/recordset'
import { invoiceLineItems, invoices } from '../store/schema'
import { BadLine } from './bad-line'
import type { Numbered } from './import-line'

/**
 * Writes invoices and replaces their line items; of an id given twice the last line counts.
 * @throws BadLine where a line item has the id of another invoice's
 */
export async function writeInvoices(
  tx: DatabaseTransaction,
  merchantId: string,
  lines: readonly Numbered<Invoice>[],
): Promise<void> {
  if (lines.length === 0) return
  const latest = [...new Map(lines.map((line) => [line.data.id, line])).values()]
  await upsertRows(
    tx,
    invoices,
    latest.map(({ data }) => data),
  )
  const [given, isOfInvoice] = sameRow(
    { merchantId: invoiceLineItems.merchantId, invoiceId: invoiceLineItems.invoiceId },
    latest.map(({ data }) => ({ merchantId, invoiceId: data.id })),
  )
  await tx.execute(sql`delete from ${invoiceLineItems} using ${given} where ${isOfInvoice}`)
  await refuseSharedLineItems(tx, latest)
  await upsertRows(
    tx,
    invoiceLineItems,
    latest.flatMap(({ data }) =>
      data.invoiceLineItems.map(({ details, ...item }, position) => ({ ...item, ...details, position })),
    ),
  )
}

async function refuseSharedLineItems(tx: DatabaseTransaction, lines: readonly Numbered<Invoice>[]): Promise<void> {
  const items = lines.flatMap(({ data }) => data.invoiceLineItems)
  const { merchantId, id, invoiceId } = invoiceLineItems
  const elsewhere = await tx
    .select({ id, invoiceId })
    .from(invoiceLineItems)
    .innerJoin(...sameRow({ merchantId, id }, items))
  const owners = new Map(elsewhere.map((item) => [item.id, item.invoiceId]))
  for (const { number, data } of lines) {
    for (const [position, item] of data.invoiceLineItems.entries()) {
      const owner = owners.get(item.id)
      if (owner !== undefined) {
        throw new BadLine(
          number,
          `data.invoiceLineItems[${position}].id`,
          `"${item.id}" is in invoice "${owner}" already`,
        )
      }
      owners.set(item.id, data.id)
    }
  }
}
