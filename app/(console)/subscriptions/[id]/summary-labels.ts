import type { SubscriptionView } from '@/contract/console/subscription'
import type { Forecast } from '@/lib/domain/subscription/forecast'

/** Only a running subscription that is no trial "pays"; an ended one may never have been paid for. */
export function payHeading(
  { isTrial }: Pick<SubscriptionView, 'isTrial'>,
  { standing }: Pick<Forecast, 'standing'>,
): string {
  if (standing.kind === 'running' && isTrial !== true) return 'Pays'
  return standing.kind === 'upcoming' ? 'Will pay' : 'Plan price'
}
