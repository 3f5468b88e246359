import { catalogStatus, Fields, fieldsOf, flag, idOf, instant, known, quantity, text } from '@/components/fields/fields'
import { PriceRules } from '@/components/subscriptions/price-rules'
import { isUnreadable } from '@/lib/billing-api/unreadable'
import { billingModeLabel, cadenceLabel, entityTypeLabel, priceTypeLabel } from '@/lib/subscriptions/labels'
import { type PlanPrice, priceCurrency } from '@/lib/subscriptions/plan-prices'

/** Every field of section 2.3. */
export function PriceDetails({ planPrice, currency }: { planPrice: PlanPrice; currency: string | null }) {
  const { price, unreadableList, base } = planPrice
  if (!price)
    return (
      <>
        <p className="text-muted">
          {unreadableList
            ? 'Only the ID or status of this base price could be read: the list of prices could not.'
            : 'Only the ID or status of this base price was sent.'}
        </p>
        <Fields>{fieldsOf(base, [['Price ID', 'id', idOf('price')]])}</Fields>
      </>
    )
  return (
    <>
      <PriceRules rules={price.rules} currency={priceCurrency(price, currency)} billable={price.billable} />
      <Fields>
        {fieldsOf(price, [
          ['Price name', 'name', text],
          ['Price type', 'priceType', known(priceTypeLabel)],
          ['Billing interval', 'billingCadence', known(cadenceLabel)],
          ['Billing mode', 'billingMode', known(billingModeLabel)],
          ['Entity type', 'entityType', known(entityTypeLabel)],
          ['Limit', 'limit', quantity(price.billable)],
          ['Maximum usage', 'maxUsage', quantity(price.billable)],
          ['Overage', 'blockOverage', flag('Blocked', 'Not blocked')],
          ['Custom pricing unit', 'usesCustomPricingUnit', flag('Used', 'Not used')],
          ['Custom pricing unit ID', 'customPricingUnitId', idOf('custom pricing unit')],
        ])}
        {isUnreadable(base?.id) && fieldsOf(base, [['ID as the base price', 'id', idOf('price')]])}
        {base && fieldsOf(base, [['Status as the base price', 'status', catalogStatus]])}
        {fieldsOf(price, [
          ['Price status', 'status', catalogStatus],
          ['Price created', 'createdAt', instant],
          ['Price updated', 'updatedAt', instant],
          ['Price ID', 'id', idOf('price')],
          ['Billable ID', 'billableId', idOf('billable')],
          ['Merchant ID', 'merchantId', idOf('merchant')],
        ])}
      </Fields>
    </>
  )
}
