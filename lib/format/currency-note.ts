import type { InvoiceView } from '@/contract/console/invoice'
import { ProblemError } from '@/contract/console/problem-error'
import type { SubscriptionView } from '@/contract/console/subscription'
import { isUnreadable } from './unreadable'

/** The note of every output whose amounts could not be converted. */
export const IN_MINOR_UNITS = 'Amounts are as sent, in minor units of an unknown currency'

/**
 * Returns the source of an invoice's currency, or why it is unknown. An invoice has no currency of its own, so the subscription's
 * is used (gaps.md), which is undefined until it is read.
 */
export function currencyNote(
  { subscriptionId, isInMinorUnits }: Pick<InvoiceView, 'subscriptionId' | 'isInMinorUnits'>,
  subscription: Pick<SubscriptionView, 'currency'> | undefined,
  error: Error | null,
): string {
  if (isInMinorUnits) return IN_MINOR_UNITS
  if (subscriptionId === undefined) return 'Currency not known: the invoice names no subscription'
  if (isUnreadable(subscriptionId)) return 'Currency not known: the invoice names a subscription that could not be read'
  if (subscription) return statedCurrency(subscription)
  if (!error) return 'Reading the currency from its subscription…'
  const why = error instanceof ProblemError ? `: ${error.problem.title}` : ''
  return `Currency not known: its subscription could not be read${why}`
}

function statedCurrency({ currency }: Pick<SubscriptionView, 'currency'>): string {
  if (currency === undefined) return 'Currency not known: its subscription states none'
  if (isUnreadable(currency)) return 'Currency not known: the currency of its subscription could not be read'
  return `${currency} per subscription`
}
