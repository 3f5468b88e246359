import { buildConnector } from 'undici'
import { BILLING_OPERATIONS, type BillingOperationName } from '@/contract/billing/operations'
import type { Settings } from '@/lib/core/server/settings'
import { problemError } from '@/lib/core/server/problem'
import { currentTrace } from '@/lib/core/server/request-trace'
import { reasonOf } from '@/telemetry/loggable'

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

/**
 * Thrown when no connection was made: refused, unknown host, no route, TLS failure or timeout. Nothing of the request
 * can have been sent.
 */
export class NeverConnectedError extends Error {
  constructor(cause: Error) {
    // With the reasons of all addresses of a name, because an `AggregateError` itself has none.
    super(reasonOf(cause), { cause })
    this.name = 'NeverConnectedError'
  }
}

/**
 * Returns undici's connector with its failures wrapped as `NeverConnectedError`. They are detected where they occur,
 * not by error code: an `ECONNRESET` during the TLS handshake means that nothing was sent, a later one does not.
 */
export function connectorMarkingFailures(timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs })
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error === null) callback(null, socket)
      else callback(new NeverConnectedError(error), null)
    })
}
