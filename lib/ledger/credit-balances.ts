import { Big } from 'big.js'
import { CREDIT_AGES, type CreditAge, type CreditBalance, type CreditSum } from './credits'
import { groupBy } from '@/lib/core/group-by'
import { sumOf } from '@/lib/money/decimal'

const NO_AGES: Record<CreditAge, string> = { to30: '0', to90: '0', to365: '0', over365: '0', other: '0' }

/** Returns the parts of a balance by the age of its blocks. `other` is the rest, so that the parts sum to the balance. */
export function partsByAge(
  balance: string,
  blocks: readonly { age: CreditAge; left: string }[],
): Record<CreditAge, string> {
  const parts = { ...NO_AGES }
  for (const { age, left } of blocks) parts[age] = new Big(parts[age]).plus(left).toFixed()
  const rest = new Big(balance).minus(sumOf(Object.values(parts)))
  return { ...parts, other: rest.plus(parts.other).toFixed() }
}

/**
 * Adds balances up by pool, the pool with the most customers first.
 * @param price of a credit, decimal text; null for no values
 */
export function sumCredits(balances: readonly CreditBalance[], price: string | null): CreditSum[] {
  return [...groupBy(balances, ({ pool }) => pool.key).values()]
    .map((ofPool) => sumOfPool(ofPool, price))
    .toSorted((one, other) => other.customers - one.customers)
}

function sumOfPool(balances: readonly [CreditBalance, ...CreditBalance[]], price: string | null): CreditSum {
  const known = balances.flatMap(({ balance }) => balance ?? [])
  const outstanding = sumOf(known.filter((balance) => !balance.startsWith('-')))
  const ages = { ...NO_AGES }
  for (const { balance, byAge } of balances)
    for (const age of balance?.startsWith('-') === true ? [] : CREDIT_AGES)
      ages[age] = new Big(ages[age]).plus(byAge?.[age] ?? 0).toFixed()
  return {
    pool: balances[0].pool,
    customers: balances.length,
    outstanding: outstanding.toFixed(),
    overdrawn: sumOf(known.filter((balance) => balance.startsWith('-'))).toFixed(),
    byAge: ages,
    value: price === null ? null : outstanding.times(price).toFixed(),
    unknown: balances.length - known.length,
    broken: balances.filter(({ gaps }) => gaps > 0).length,
  }
}
