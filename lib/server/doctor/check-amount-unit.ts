import { idProblem } from '@/contract/requestable-id'
import { type Finding, ok, skipped, wrong } from '@/contract/finding'
import { objectOf, ownValue } from '../billing-api/tolerant/json-object'
import { minorUnitDecimals } from '../../domain/money/currency-decimals'
import { readable } from '../../format/unreadable'
import { FieldReader } from '../billing-api/tolerant/field-reader'
import { decimalText } from '../billing-api/tolerant/decimal-text'
import type { BillingProbe } from './billing-probe'

const CHECK = 'Amount unit'

/**
 * Compares the amounts of an invoice with BILLING_API_AMOUNT_UNIT. Whole amounts fit both units, so a person must compare
 * them with the invoice.
 */
export async function checkAmountUnit(
  probe: BillingProbe,
  { key, invoice }: { key: string; invoice: string | undefined },
): Promise<Finding> {
  if (invoice === undefined) return skipped(CHECK, 'Pass an invoice whose amounts you know: --invoice ID.')
  const { BILLING_API_AMOUNT_UNIT: unit } = probe.settings
  const { json } = await probe.read({ operation: 'getInvoice', params: { invoiceId: invoice } }, key)
  const lines = ownValue(objectOf(json) ?? {}, 'invoiceLineItems')
  const amounts = (Array.isArray(lines) ? lines : []).flatMap(
    (line: unknown) => decimalText(ownValue(objectOf(line) ?? {}, 'amount')) ?? [],
  )
  const [first] = amounts
  if (first === undefined)
    return skipped(CHECK, 'The invoice cannot be read, or has no lines with an amount. Pass another one: --invoice ID.')
  const fractional = amounts.find((amount) => /\.\d*[1-9]/.test(amount))
  const decimals = unit === 'minor' ? await currencyDecimalsOf(probe, key, json) : 0
  const read = (amount: string) =>
    decimals === null ? `${amount}, as sent: its subscription states no known currency` : decimalText(amount, -decimals)
  if (fractional === undefined)
    return skipped(
      CHECK,
      `Cannot tell: all amounts are whole numbers. The console reads the first line, sent as ${first}, as ${read(first)} (${unit}). Compare it with the invoice.`,
    )
  if (unit === 'major') return ok(CHECK, `amounts such as ${fractional} have fractions, so they are not whole cents`)
  return wrong(
    CHECK,
    `Amounts such as ${fractional} have fractions, which cents rarely have. The console reads it as ${read(fractional)}. Compare it with the invoice; if that is too little, unset BILLING_API_AMOUNT_UNIT.`,
  )
}

/** Returns the decimals of the currency of the invoice's subscription; null when it is unknown. */
async function currencyDecimalsOf(probe: BillingProbe, key: string, invoice: unknown): Promise<number | null> {
  const id = textOf(invoice, 'subscriptionId')
  if (id === null || idProblem(id) !== null) return null
  const { json } = await probe.read({ operation: 'getSubscription', params: { id } }, key)
  return minorUnitDecimals(textOf(json, 'currency'))
}

const textOf = (json: unknown, name: string) =>
  readable(new FieldReader(objectOf(json) ?? {}, { amountUnit: 'minor', asOf: '' }).text(name))
