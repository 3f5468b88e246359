import type { Billable } from '@/contract/billing/billable'
import type { Whole } from '@/contract/billing/whole'

export type DemoBillable = Whole<Billable, 'name'>

const condition = (key: string, rule: string, value: string) => ({ key, rule, value })
const event = (name: string) => condition('event', 'equals', name)

/** Returns the query of events that fit all conditions of a group. */
const query = (
  conditions: ReturnType<typeof condition>[][],
  calculation = 'sum',
  overProperty: string | null = 'data.quantity',
) => ({ conditions, calculation, overProperty })

const GOOD_CALL = [event('api.call'), condition('data.status', 'lessThan', '500')]
const BILLED_BATCH = [event('api.batch'), condition('data.billable', 'equals', 'true')]
const API_CALLS = query([GOOD_CALL, BILLED_BATCH], 'count', null)
const STORAGE = query([[event('storage.measured')]], 'max', 'data.gigabytes')
const LARGE_COMPLETION = [event('completion'), condition('data.model', 'startsWith', 'large-')]
const INPUT_TOKENS = query([LARGE_COMPLETION, [event('embedding')]], 'sum', 'data.usage.inputTokens')

const counted = (name: string) => ({ eventQueryRules: query([[event(name)]]) })
const inUnits = (singleUnitLabel: string, multipleUnitLabel = `${singleUnitLabel}s`) => ({
  singleUnitLabel,
  multipleUnitLabel,
})

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
  const metric = (id: string, name: string, displayOrder: string, more: Partial<DemoBillable>) =>
    billable(id, name, { billableType: 'metric', displayOrder, ...more })

  return {
    platform: billable('platform', 'Platform', { description: 'Access to the platform', displayOrder: '0' }),
    seats: billable('seats', 'Seats', {
      description: 'People who can sign in',
      includedLabel: 'Seats included',
      ...inUnits('seat'),
      displayOrder: '1',
    }),
    apiCalls: metric('api_calls', 'API calls', '2', { ...inUnits('call'), eventQueryRules: API_CALLS }),
    storage: metric('storage', 'Storage', '3', { ...inUnits('GB', 'GB'), eventQueryRules: STORAGE }),
    inputTokens: metric('input_tokens', 'Input tokens', '4', { ...inUnits('token'), eventQueryRules: INPUT_TOKENS }),
    outputTokens: metric('output_tokens', 'Output tokens', '5', { ...inUnits('token'), ...counted('completion') }),
    cachedTokens: metric('cached_tokens', 'Cached input tokens', '5.5', {
      ...inUnits('token'),
      ...counted('completion.cached'),
      hidden: true,
    }),
    completions: metric('completions', 'Completions', '6', { ...inUnits('credit'), ...counted('completion') }),
    training: metric('training', 'Model training', '7', { ...inUnits('GPU minute'), ...counted('training.finished') }),
    images: metric('images', 'Images', '8', { ...inUnits('image'), ...counted('image.generated'), isPrivate: true }),
    creditPack: billable('credit_pack', 'Credit pack', {
      description: '5,000 AI credits, bought when the balance runs low',
      ...inUnits('pack'),
    }),
    analytics: billable('analytics', 'Analytics', { externalFlagId: 'flag_analytics', showOnInvoice: false }),
    sso: billable('sso', 'Single sign-on', { externalFlagId: 'flag_sso', showOnInvoice: false, hidden: true }),
    auditTrail: billable('audit_trail', 'Audit trail', { status: 'draft', isPrivate: true, showOnInvoice: false }),
    support: billable('support', 'Support', { includedLabel: 'Support included', displayOrder: '20' }),
    onboarding: billable('onboarding', 'Onboarding', { status: 'archived', ...inUnits('package') }),
  }
}
