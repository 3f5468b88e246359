import { BillingCadence, Currency, NetTerms, PAYMENT_GATEWAYS } from '@/contract/billing/scalars'
import { SubscriptionStatus } from '@/contract/billing/subscription'
import type { BasePlanPriceView, PlanView, SubscriptionView } from '@/lib/subscriptions/subscription'
import type { EveryField, ViewOf } from '../../view-of'
import type { Pieces } from '@/contract/pieces'
import { PLAN_STATUSES } from '@/contract/billing/plan'
import { BILLING_MODES, ENTITY_TYPES, PRICE_STATUSES } from '@/contract/billing/price'
import type { BillableView, PriceView } from '../../price'
import { BILLABLE_STATUSES, type EventCondition } from '@/contract/billing/billable'
import { readable } from '../../unreadable'
import { responseReader } from './response-reader'
import type { FieldReader, ReadingContext } from './field-reader'
import { PRICE_TYPES } from './rules-view'

/**
 * Returns the view of a subscription with its plan (section 2.1), from an exact-parsed response.
 * @throws ProblemError `unreadable_response` when the value is not an object with an id
 */
export function* subscriptionViewInPieces(
  json: unknown,
  context: ReadingContext,
): Pieces<EveryField<SubscriptionView>> {
  // The currency decides how the amounts of the plan are read.
  const { fields } = responseReader(json, { ...context, tally: undefined })
  const currency = readable(fields.currency('currency', []))
  const { id, fields: subscription } = responseReader(json, { ...context, currency })
  return {
    id,
    createdAt: subscription.instant('createdAt'),
    updatedAt: subscription.instant('updatedAt'),
    startDate: subscription.instant('startDate'),
    endDate: subscription.end('endDate', 'optional'),
    status: subscription.choice('status', SubscriptionStatus.options),
    allowCustomerChanges: subscription.flag('allowCustomerChanges'),
    autoChargeInvoice: subscription.flag('autoChargeInvoice'),
    autoSyncInvoice: subscription.flag('autoSyncInvoice'),
    autoSendInvoice: subscription.flag('autoSendInvoice'),
    paymentGateway: subscription.choice('paymentGateway', PAYMENT_GATEWAYS, 'nullable'),
    isTrial: subscription.flag('isTrial'),
    chargeForUsageBasedPricesDuringTrial: subscription.flag('chargeForUsageBasedPricesDuringTrial'),
    customerId: subscription.text('customerId'),
    planId: subscription.text('planId'),
    merchantId: subscription.text('merchantId'),
    billingCadence: subscription.choice('billingCadence', BillingCadence.options),
    currency: subscription.currency('currency', Currency.options),
    netTerms: subscription.choice('netTerms', NetTerms.options, 'nullable'),
    plan: subscription.object('plan', planView),
    isInMinorUnits: subscription.isInMinorUnits(),
    drift: yield* subscription.driftInPieces(),
    asOf: context.asOf,
  }
}

/** The fields of the three base prices of a plan (section 2.2). */
const BASE_PLAN_PRICES = [
  {
    cadence: 'monthly',
    id: 'basePlanPriceId',
    status: 'basePlanPriceMonthlyStatus',
    price: 'basePlanPrice',
  },
  {
    cadence: 'quarterly',
    id: 'basePlanPriceQuarterlyId',
    status: 'basePlanPriceQuarterlyStatus',
    price: 'basePlanPriceQuarterly',
  },
  {
    cadence: 'annually',
    id: 'basePlanPriceAnnuallyId',
    status: 'basePlanPriceAnnuallyStatus',
    price: 'basePlanPriceAnnually',
  },
] as const

/** Reads a plan (section 2.2). */
export function planView(plan: FieldReader): EveryField<PlanView> {
  return {
    id: plan.text('id'),
    merchantId: plan.text('merchantId'),
    externalId: plan.text('externalId', 'nullable'),
    crossEnvironmentId: plan.text('crossEnvironmentId', 'nullable'),
    createdAt: plan.instant('createdAt'),
    updatedAt: plan.instant('updatedAt'),
    name: plan.text('name'),
    description: plan.text('description', 'nullable'),
    currency: plan.choice('currency', Currency.options),
    netTerms: plan.choice('netTerms', NetTerms.options, 'nullable'),
    isPrivate: plan.flag('isPrivate'),
    purchasable: plan.flag('purchasable'),
    requestPricingText: plan.text('requestPricingText', 'nullable'),
    requestPricingUrl: plan.text('requestPricingUrl', 'nullable'),
    status: plan.choice('status', PLAN_STATUSES),
    prices: plan.list('prices', listedPrice),
    basePlanPrices: plan.unreadable
      ? []
      : BASE_PLAN_PRICES.map((names) => basePlanPrice(plan, names)).filter(
          ({ id, status, price }) => id !== undefined || status !== undefined || price !== undefined,
        ),
  }
}

/** Reads an item of `prices`: `{ price: {…} }` as documented, or the bare price (gaps.md). */
function listedPrice(item: FieldReader): PriceView {
  return item.has('price') ? (item.object('price', priceView) ?? priceView(item)) : priceView(item)
}

function basePlanPrice(plan: FieldReader, names: (typeof BASE_PLAN_PRICES)[number]): EveryField<BasePlanPriceView> {
  return {
    cadence: names.cadence,
    id: plan.text(names.id, 'nullable'),
    status: plan.choice(names.status, PRICE_STATUSES, 'nullable'),
    price: plan.object(names.price, priceView, 'nullable'),
  }
}

/** Reads a price (section 2.3). */
export function priceView(price: FieldReader): EveryField<PriceView> {
  const priceType = price.choice('priceType', PRICE_TYPES)
  const inCustomUnit = price.isInCustomUnit()
  return {
    id: price.text('id'),
    merchantId: price.text('merchantId'),
    billableId: price.text('billableId', 'nullable'),
    customPricingUnitId: price.text('customPricingUnitId', 'nullable'),
    name: price.text('name', 'nullable'),
    createdAt: price.instant('createdAt'),
    updatedAt: price.instant('updatedAt', 'optional'),
    billingCadence: price.choice('billingCadence', BillingCadence.options),
    billingMode: price.choice('billingMode', BILLING_MODES),
    blockOverage: price.flag('blockOverage'),
    entityType: price.choice('entityType', ENTITY_TYPES),
    priceType,
    rules: price.rules('rules', readable(priceType), inCustomUnit),
    status: price.choice('status', PRICE_STATUSES),
    usesCustomPricingUnit: price.flag('usesCustomPricingUnit'),
    inCustomUnit,
    billable: price.object('billable', billableView, 'nullable'),
    limit: price.amount('limit', 'nullable'),
    maxUsage: price.amount('maxUsage', 'nullable'),
  }
}

/** Reads a billable (section 2.4). */
export function billableView(billable: FieldReader): EveryField<BillableView> {
  return {
    id: billable.text('id'),
    name: billable.text('name'),
    description: billable.text('description', 'nullable'),
    slug: billable.text('slug', 'nullable'),
    createdAt: billable.instant('createdAt'),
    updatedAt: billable.instant('updatedAt'),
    status: billable.choice('status', BILLABLE_STATUSES),
    billableType: billable.text('billableType'),
    externalFlagId: billable.text('externalFlagId', 'nullable'),
    includedLabel: billable.text('includedLabel', 'nullable'),
    singleUnitLabel: billable.text('singleUnitLabel', 'nullable'),
    multipleUnitLabel: billable.text('multipleUnitLabel', 'nullable'),
    isPrivate: billable.flag('isPrivate'),
    showOnInvoice: billable.flag('showOnInvoice'),
    hidden: billable.flag('hidden'),
    displayOrder: billable.amount('displayOrder', 'nullable'),
    eventQueryRules: billable.object('eventQueryRules', eventQueryRules, 'nullable'),
  }
}

function eventQueryRules(rules: FieldReader): EveryField<NonNullable<BillableView['eventQueryRules']>> {
  return {
    conditions: rules.groups('conditions', (condition): EveryField<ViewOf<typeof EventCondition.shape>> => ({
      key: condition.text('key'),
      rule: condition.text('rule'),
      value: condition.text('value'),
    })),
    calculation: rules.text('calculation'),
    overProperty: rules.text('overProperty', 'nullable'),
  }
}
