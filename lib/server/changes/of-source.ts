import { and, eq, isNull, or, type SQL } from 'drizzle-orm'
import type { Environment } from '../environment'
import { sourceOf } from '../source'
import { subscriptionChanges } from '../store/schema'

/** How the changes of a billing API are stored. Versions before sources stored the address only, and still read it. */
export interface ChangeSource {
  source: string
  billingApi: string
}

/** Returns the source of the changes that this console makes. */
export const changeSourceOf = ({ billing: { settings } }: Pick<Environment, 'billing'>): ChangeSource => ({
  source: sourceOf(settings),
  billingApi: settings.BILLING_API_BASE_URL,
})

/** The condition that a change belongs to the source. */
export const isOfSource = ({ source, billingApi }: ChangeSource): SQL | undefined =>
  or(
    eq(subscriptionChanges.source, source),
    and(isNull(subscriptionChanges.source), eq(subscriptionChanges.billingApi, billingApi)),
  )
