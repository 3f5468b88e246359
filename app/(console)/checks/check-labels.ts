import type { Check, CheckKind } from '@/contract/console/checks'
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
