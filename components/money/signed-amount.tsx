import type { TransactionView } from '@/lib/ledger/transaction'
import { signOfType } from '@/lib/ledger/entry'
import { writtenAmount, writtenMoney, type WrittenNumber } from '@/lib/money/amount'
import { isAbsent, readable } from '@/lib/billing-api/unreadable'
import { Absent } from '@/components/text/absent'
import { LongNumber } from './long-number'

type Signed = Pick<TransactionView, 'amount' | 'type'>

/** True when this ledger's numbers are signed, as far as its rows show: some amount is negative. */
export const isSignedLedger = (transactions: readonly Signed[]) =>
  transactions.some(({ amount }) => typeof amount === 'string' && amount.startsWith('-') && /[1-9]/.test(amount))

interface SignedAmountProps {
  transaction: Signed
  /** `isSignedLedger` of all rows of the page. */
  signed: boolean
}

/**
 * An exact amount with the sign that was sent: `+1,000.00`, `−2.50`, `0.00`. A plus shows only for a known credit or
 * among signed numbers, never for a deduction that was sent without its sign.
 */
export function SignedAmount({ transaction, signed }: SignedAmountProps) {
  const { amount } = transaction
  if (isAbsent(amount)) return <Absent value={amount} />
  const shown = withoutSignOfZero(amount)
  const written: WrittenNumber = writtenAmount(shown)
  const text = plusOf(transaction, signed) + written.text
  return <LongNumber written={{ ...written, text }} allDigits={shown} />
}

const isZero = (amount: string) => !/[1-9]/.test(amount)
const withoutSignOfZero = (amount: string) => (isZero(amount) ? amount.replace('-', '') : amount)

function plusOf({ amount, type }: Signed, signed: boolean): '' | '+' {
  if (typeof amount !== 'string' || amount.startsWith('-') || isZero(amount)) return ''
  const sign = signOfType(readable(type))
  return sign === 1 || (signed && sign === null) ? '+' : ''
}

interface AmountMovedProps {
  amount: string
  /** As of `Money`. */
  currency?: string | null
}

/** A change with its sign: `+1,000.00`, `−2.50`, `0.00`; exact, in cents when it is money. */
export function AmountMoved({ amount, currency }: AmountMovedProps) {
  const shown = withoutSignOfZero(amount)
  const written = currency === undefined ? writtenAmount(shown) : writtenMoney(shown, currency)
  const plus = isZero(shown) || shown.startsWith('-') ? '' : '+'
  return <LongNumber written={{ ...written, text: plus + written.text }} allDigits={shown} />
}
