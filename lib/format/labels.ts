const CADENCES = new Map([
  ['oneTime', 'One-time'],
  ['monthly', 'Monthly'],
  ['quarterly', 'Quarterly'],
  ['annually', 'Annually'],
])
/** A billing cadence in words; an unknown one as it was sent. */
export const cadenceLabel = (cadence: string) => CADENCES.get(cadence) ?? cadence

const NET_TERMS = new Map([
  ['uponReceipt', 'Due upon receipt'],
  ['net30', 'Net 30: due 30 days after issue'],
  ['net60', 'Net 60: due 60 days after issue'],
  ['net90', 'Net 90: due 90 days after issue'],
])
/** Payment terms in words (section 2.1, netTerms). */
export const netTermsLabel = (netTerms: string) => NET_TERMS.get(netTerms) ?? netTerms

const GATEWAYS = new Map([
  ['stripe', 'Stripe'],
  ['quickbooks', 'QuickBooks'],
  ['xero', 'Xero'],
])
/** A payment gateway's name; an unknown one as it was sent. */
export const gatewayLabel = (gateway: string) => GATEWAYS.get(gateway) ?? gateway

const ENTITY_TYPES = new Map([
  ['entitlement', 'Entitlement'],
  ['metric', 'Metric'],
])
/** What a price charges for; an unknown entity type as it was sent. */
export const entityTypeLabel = (entityType: string) => ENTITY_TYPES.get(entityType) ?? entityType
