import { formatAmount } from '@/lib/format/amount'
import { NotSent } from './ui/facts'

/** An exact amount with the sign it was sent with: `+1,000.00`, `−2.50`, `0.00`. Nothing about it is inferred. */
export function SignedAmount({ amount }: { amount: string | null }) {
  if (amount === null) return <NotSent />
  const isNothing = !/[1-9]/.test(amount)
  const sign = isNothing || amount.startsWith('-') ? '' : '+'
  return (
    <span className="tabular-nums">
      {sign}
      {formatAmount(isNothing ? amount.replace('-', '') : amount)}
    </span>
  )
}
