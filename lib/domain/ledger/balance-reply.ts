import { writtenAmount } from '../../format/amount'
import { formatDateTime } from '../../format/instant'
import { nameInSentence } from '../../format/bidi'
import { readable } from '../../format/unreadable'
import type { PoolBalance } from './ledger-balances'
import type { Pool } from './pool'

/**
 * Returns the sentence that tells a customer the balance of a pool at its newest entry with a balance: "Your balance was
 * 12,480.25 AI credits on 24 Nov 2026 at 10:12 (UTC)." Null when the balance, its date or its unit is not certain.
 * @param among all pools of the ledger: a unit that several of them share names none of them
 */
export function balanceReply(
  { pool, balance, at: sentAt, isUnitUncertain }: PoolBalance,
  among: readonly Pool[],
): string | null {
  const [at, unit] = [readable(sentAt), nameInSentence(pool.unitName)]
  const isShared = among.some(({ key, unitName }) => key !== pool.key && unitName === pool.unitName)
  if (balance === null || at === null || unit === null || isShared || isUnitUncertain) return null
  const { text, more } = writtenAmount(balance)
  if (more > 0) return null
  return `Your balance was ${text} ${unit} on ${formatDateTime(at, 'UTC').replace(', ', ' at ')} (UTC).`
}
