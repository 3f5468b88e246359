import type { GetInvoiceInput } from '@/contract/billing/operations'
import { invoiceNotFound } from '../refusals'
import { onConnection } from '@/database/on-connection'
import type { OperationContext } from './operation-context'

/** So large a text is read and forgotten without growing what Node keeps. */
const PART_BYTES = 64 * 1024

/** Of a column: a number by its type's id, any other as the bytes that its characters stand for. */
const INTEGER = 23
const readInteger = (text: string): number | Buffer => Number(text)
const readBytes = (text: string): number | Buffer => Buffer.from(text, 'latin1')

/**
 * The document in parts of so many bytes, which PostgreSQL sends as Latin 1: then each byte is a character. Its whole, as one
 * value, would stand in memory several times. `offset 0` has it decompressed once, not once for each part.
 */
const INVOICE_PARTS = {
  name: 'invoice_parts',
  text: `select at, convert_from(substring(bytes from at for ${PART_BYTES}), 'LATIN1') as part
    from (select convert_to(document::text, 'UTF8') as bytes from invoices where merchant_id = $1 and id = $2 offset 0) as invoice,
      generate_series(1, octet_length(bytes), ${PART_BYTES}) as at`,
  rowMode: 'array' as const,
  types: { getTypeParser: (type: number) => (type === INTEGER ? readInteger : readBytes) },
}

/**
 * An invoice with its line items in their order (section 4.4).
 * @returns its JSON text in UTF-8, as it was stored, in parts
 * @throws BillingError `invoice_not_found`
 */
export async function getInvoice(context: OperationContext, { invoiceId }: GetInvoiceInput): Promise<Buffer[]> {
  const values = [context.merchantId, invoiceId]
  const { rows } = await onConnection(context, ({ $client }) =>
    $client.query<[at: number, part: Buffer]>({ ...INVOICE_PARTS, values }),
  )
  if (rows.length === 0) throw invoiceNotFound(invoiceId)
  // Sorted here: PostgreSQL would write what it sorts to disk.
  return rows.toSorted(([a], [b]) => a - b).map(([, part]) => part)
}
