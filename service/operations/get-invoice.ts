import type { GetInvoiceInput } from '@/contract/billing/operations'
import { authenticate } from '../api-keys'
import { invoiceNotFound } from '../refusals'
import { onConnection } from '@/database/on-connection'
import { statementName } from '@/database/open-database'
import type { KeyedContext } from './operation-context'

/** Text of this size is read and freed without growing Node's heap. */
const PART_BYTES = 64 * 1024

/** Readers of a column by its type's id: integers as numbers, other types as the bytes of their Latin 1 text. */
const INTEGER = 23
const readInteger = (text: string): number | Buffer => Number(text)
const readBytes = (text: string): number | Buffer => Buffer.from(text, 'latin1')

/**
 * Reads the document in parts, as Latin 1, in which each byte is a character, for the merchant of a secret key. A single
 * value would be in memory several times. `offset 0` makes PostgreSQL decompress the document once, not for each part.
 */
const INVOICE_PARTS = {
  text: `select at, convert_from(substring(bytes from at for ${PART_BYTES}), 'LATIN1') as part
    from (select convert_to(document::text, 'UTF8') as bytes from invoices join api_keys using (merchant_id)
      where key_hash = $1 and type = 'secret' and revoked_at is null and invoices.id = $2 offset 0) as invoice,
      generate_series(1, octet_length(bytes), ${PART_BYTES}) as at`,
  rowMode: 'array' as const,
  types: { getTypeParser: (type: number) => (type === INTEGER ? readInteger : readBytes) },
}

/**
 * Returns an invoice with its line items in order (section 4.4).
 * @returns its stored JSON text in UTF-8, in parts
 * @throws BillingError `invalid_api_key`, `wrong_key_type`, `invoice_not_found`
 */
export async function getInvoice(context: KeyedContext, { invoiceId }: GetInvoiceInput): Promise<Buffer[]> {
  const values = [context.keyHash, invoiceId]
  const { rows } = await onConnection(context, ({ $client }) => {
    const statement = { ...INVOICE_PARTS, name: statementName($client, 'invoice_parts'), values }
    return $client.query<[at: number, part: Buffer]>(statement)
  })
  if (rows.length === 0) {
    await authenticate(context, context.keyHash)
    throw invoiceNotFound(invoiceId)
  }
  // Sorts in memory, because PostgreSQL would sort on disk.
  return rows.toSorted(([a], [b]) => a - b).map(([, part]) => part)
}
