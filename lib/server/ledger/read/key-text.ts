import { createHash } from 'node:crypto'
import type { TransactionView } from '@/contract/console/transaction'
import { storableText } from '../../store/storable-text'

/** Five of them fit into a key of PostgreSQL, which holds 2,704 bytes. */
const MAX_BYTES = 480

/** Returns the text in a form that can be a part of a key. A longer one is cut, and its hash keeps it apart from others. */
export function keyText(text: string): string {
  const storable = storableText(text)
  if (Buffer.byteLength(storable) <= MAX_BYTES) return storable
  const hash = createHash('sha1').update(storable).digest('base64')
  return `${Buffer.from(storable)
    .subarray(0, MAX_BYTES - 40)
    .toString()
    .replaceAll('\uFFFD', '')}… ${hash}`
}

/** Returns the entry with its long texts cut like keys, so that its memory is bounded. */
export function withShortTexts(row: TransactionView): TransactionView {
  const { billable, allocationBlock: block } = row
  return {
    ...row,
    id: short(row.id),
    type: short(row.type),
    billableId: short(row.billableId),
    allocationBlockId: short(row.allocationBlockId),
    billable: billable && { ...billable, id: short(billable.id), name: short(billable.name) },
    allocationBlock: block && {
      ...block,
      id: short(block.id),
      customPricingUnitId: short(block.customPricingUnitId),
      pricingUnit: short(block.pricingUnit),
      invoiceId: short(block.invoiceId),
      invoiceVanityId: short(block.invoiceVanityId),
      planName: short(block.planName),
      billingCadence: short(block.billingCadence),
    },
  }
}

/** A UTF-16 unit has at most three bytes in UTF-8, so a shorter text needs no cut. */
const short = <Value>(value: Value): Value | string =>
  typeof value === 'string' && value.length > MAX_BYTES / 3 ? keyText(value) : value
