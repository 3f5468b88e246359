import type { Check, CheckKind, CheckList } from '@/contract/console/checks'
import { formatCount, formatNumber } from '@/lib/format/amount'
import { inSentence } from '@/lib/format/change-state-label'
import { CHECK_VERDICT_NAMES } from '@/lib/format/status-names'

export const CHECK_KIND_NAMES: Record<CheckKind, string> = {
  invoice: 'Invoices',
  subscription: 'Subscriptions',
  customer: 'Customers',
  any: 'Not sure',
}

/** Returns "308 invoices". */
export const checkedLabel = ({ kind, total }: Pick<Check, 'kind' | 'total'>): string =>
  formatCount(total, kind === 'any' ? 'object' : kind)

/** Returns "Stopped at 308 of 400 · 12 need a look · 1 not found · 295 agree" of a check that has ended. */
export function resultLabel({ state, checked, total, counts }: Check): string {
  const { look, agrees, ...others } = counts
  return [
    state === 'stopped' && `Stopped at ${formatNumber(checked)} of ${formatNumber(total)}`,
    look > 0 && `${formatNumber(look)} ${look === 1 ? 'needs' : 'need'} a look`,
    ...(['notFound', 'notReadable', 'unchecked'] as const).map(
      (verdict) =>
        others[verdict] > 0 && `${formatNumber(others[verdict])} ${inSentence(CHECK_VERDICT_NAMES[verdict])}`,
    ),
    agrees > 0 && `${formatNumber(agrees)} ${agrees === 1 ? 'agrees' : 'agree'}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Fewer objects say little about the pace: a check begins and ends on whole seconds. */
const MIN_MEASURED = 20

/**
 * Returns how long the check of so many objects takes: about as long for each as the newest check that is done, else at least what the
 * rate allows. Checks are slower than the rate when the billing API is slow or people read, because a second's reads wait for the last.
 */
export function durationLabel(count: number, { perSecond, checks }: CheckList): string {
  const least = count / perSecond
  const measured = checks.find(({ state, total }) => state === 'done' && total >= MIN_MEASURED)
  if (!measured?.endedAt) return `at least ${timeLabel(least)}`
  const tookSeconds = (Date.parse(measured.endedAt) - Date.parse(measured.startedAt)) / 1_000
  return `about ${timeLabel(Math.max(least, (count * tookSeconds) / measured.total))}, at the pace of the check before`
}

function timeLabel(exact: number): string {
  const seconds = Math.ceil(exact)
  return seconds > 90 ? formatCount(Math.ceil(seconds / 60), 'minute') : formatCount(seconds, 'second')
}
