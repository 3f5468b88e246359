import type { Billable } from '@/contract/billing/billable'
import type { Whole } from '@/contract/billing/whole'

export type DemoBillable = Whole<Billable, 'name'>

/** Returns the billables of the demo company: metered items with their event queries, and entitlements. */
export function demoBillables(createdAt: string, updatedAt: string) {
  const billable = (id: string, name: string, more: Partial<DemoBillable>): DemoBillable => ({
    id: `bil_${id}`,
    name,
    description: null,
    slug: id.replaceAll('_', '-'),
    createdAt,
    updatedAt,
    status: 'available',
    billableType: 'entitlement',
    externalFlagId: null,
    includedLabel: null,
    singleUnitLabel: null,
    multipleUnitLabel: null,
    isPrivate: false,
    showOnInvoice: true,
    hidden: false,
    displayOrder: null,
    eventQueryRules: null,
    ...more,
  })

  const metric = (
    id: string,
    name: string,
    event: string,
    unit: [one: string, many: string],
    more: Partial<DemoBillable> = {},
  ) =>
    billable(id, name, {
      billableType: 'metric',
      singleUnitLabel: unit[0],
      multipleUnitLabel: unit[1],
      eventQueryRules: {
        conditions: [[{ key: 'event', rule: 'equals', value: event }]],
        calculation: 'sum',
        overProperty: 'data.quantity',
      },
      ...more,
    })

  return {
    platform: billable('platform', 'Platform', { description: 'Access to the platform', displayOrder: '0' }),
    seats: billable('seats', 'Seats', {
      description: 'People who can sign in',
      includedLabel: 'Seats included',
      singleUnitLabel: 'seat',
      multipleUnitLabel: 'seats',
      displayOrder: '1',
    }),
    apiCalls: metric('api_calls', 'API calls', 'api.call', ['call', 'calls'], {
      displayOrder: '2',
      eventQueryRules: {
        conditions: [
          [
            { key: 'event', rule: 'equals', value: 'api.call' },
            { key: 'data.status', rule: 'lessThan', value: '500' },
          ],
          [
            { key: 'event', rule: 'equals', value: 'api.batch' },
            { key: 'data.billable', rule: 'equals', value: 'true' },
          ],
        ],
        calculation: 'count',
        overProperty: null,
      },
    }),
    storage: metric('storage', 'Storage', 'storage.measured', ['GB', 'GB'], {
      displayOrder: '3',
      eventQueryRules: {
        conditions: [[{ key: 'event', rule: 'equals', value: 'storage.measured' }]],
        calculation: 'max',
        overProperty: 'data.gigabytes',
      },
    }),
    inputTokens: metric('input_tokens', 'Input tokens', 'completion', ['token', 'tokens'], {
      displayOrder: '4',
      eventQueryRules: {
        conditions: [
          [
            { key: 'event', rule: 'equals', value: 'completion' },
            { key: 'data.model', rule: 'startsWith', value: 'large-' },
          ],
          [{ key: 'event', rule: 'equals', value: 'embedding' }],
        ],
        calculation: 'sum',
        overProperty: 'data.usage.inputTokens',
      },
    }),
    outputTokens: metric('output_tokens', 'Output tokens', 'completion', ['token', 'tokens'], { displayOrder: '5' }),
    cachedTokens: metric('cached_tokens', 'Cached input tokens', 'completion.cached', ['token', 'tokens'], {
      displayOrder: '5.5',
      hidden: true,
    }),
    completions: metric('completions', 'Completions', 'completion', ['credit', 'credits'], { displayOrder: '6' }),
    training: metric('training', 'Model training', 'training.finished', ['GPU minute', 'GPU minutes'], {
      displayOrder: '7',
    }),
    images: metric('images', 'Images', 'image.generated', ['image', 'images'], { displayOrder: '8', isPrivate: true }),
    creditPack: billable('credit_pack', 'Credit pack', {
      description: '5,000 AI credits, bought when the balance runs low',
      singleUnitLabel: 'pack',
      multipleUnitLabel: 'packs',
    }),
    analytics: billable('analytics', 'Analytics', { externalFlagId: 'flag_analytics', showOnInvoice: false }),
    sso: billable('sso', 'Single sign-on', { externalFlagId: 'flag_sso', showOnInvoice: false, hidden: true }),
    auditTrail: billable('audit_trail', 'Audit trail', { status: 'draft', isPrivate: true, showOnInvoice: false }),
    support: billable('support', 'Support', { includedLabel: 'Support included', displayOrder: '20' }),
    onboarding: billable('onboarding', 'Onboarding', {
      status: 'archived',
      singleUnitLabel: 'package',
      multipleUnitLabel: 'packages',
    }),
  }
}
