import { BILLING_OPERATIONS, type BillingOperationName } from '@/contract/billing/operations'
import type { Settings } from '../settings'
import { problemError } from '../problem'
import { currentTrace } from '../request-trace'

/** A request to the billing API: an operation, its path parameters by name, and its encoded query. */
export interface BillingTarget {
  operation: BillingOperationName
  params: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
}

/**
 * Returns the HTTP request for a target under the configured base URL, within the current trace. Each path parameter is one percent-encoded
 * segment.
 * @throws ProblemError `key_not_accepted` when no key is set; `invalid_id`
 */
export function billingRequest(
  { BILLING_API_BASE_URL: baseUrl, BILLING_API_KEY: key }: Pick<Settings, 'BILLING_API_BASE_URL' | 'BILLING_API_KEY'>,
  { operation, params, query }: BillingTarget,
  { requestId, body }: { requestId: string; body?: Readonly<Record<string, string>> },
) {
  if (key === undefined)
    throw problemError('key_not_accepted', 'The console has no API key. Contact the person who runs the console.', {
      technicalDetail: 'Set BILLING_API_KEY and restart the console.',
    })
  const base = new URL(baseUrl)
  const { method, path } = BILLING_OPERATIONS[operation]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSegment(params[name]))
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`
  return {
    origin: base.origin,
    path: `${base.pathname.replace(/\/+$/, '')}${filled}${search}`,
    method,
    body: body && JSON.stringify(body),
    headers: {
      'x-api-key': key,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'billing-console',
      'x-request-id': requestId,
      ...currentTrace()?.headers,
      ...(body && { 'content-type': 'application/json' }),
    },
  }
}

export type BillingRequest = ReturnType<typeof billingRequest>

function encodeSegment(value: string | undefined): string {
  // A dot segment would change the path. `PathId` rejects it earlier; this is the last check.
  if (value === undefined || value === '' || value === '.' || value === '..')
    throw problemError('invalid_id', 'This ID cannot be part of a request. Check it.')
  return encodeURIComponent(value)
}
