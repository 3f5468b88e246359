/** Labels of known values; any other value is returned as it was sent. */
const labels = (known: Readonly<Record<string, string>>) => (value: string) =>
  Object.hasOwn(known, value) ? (known[value] ?? value) : value

export const cadenceLabel = labels({
  oneTime: 'One-time',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  annually: 'Annually',
})

/** The words after an amount: "$499.00 a month". */
export const cadenceWords = labels({ oneTime: 'once', monthly: 'a month', quarterly: 'a quarter', annually: 'a year' })

/** Payment terms (section 2.1, netTerms). */
export const netTermsLabel = labels({
  uponReceipt: 'Due upon receipt',
  net30: 'Net 30: due 30 days after issue',
  net60: 'Net 60: due 60 days after issue',
  net90: 'Net 90: due 90 days after issue',
})

export const gatewayLabel = labels({ stripe: 'Stripe', quickbooks: 'QuickBooks', xero: 'Xero' })

/** The label of what a price charges for. */
export const entityTypeLabel = labels({ entitlement: 'Entitlement', metric: 'Metric' })

/** The label of when a price is charged (gaps.md). */
export const billingModeLabel = labels({ advance: 'In advance', arrears: 'In arrears' })

/** The label of how a price is charged (gaps.md, Price types). */
export const priceTypeLabel = labels({ unit: 'Per unit', tier: 'Tiered', fixed: 'Fixed', none: 'No charge' })
