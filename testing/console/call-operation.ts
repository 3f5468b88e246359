import { OPERATIONS, type OperationName } from '@/lib/core/operations'
import { handle } from '@/lib/handle'

const HOST = '127.0.0.1:3000'
const PEER = '203.0.113.9'

interface CallOptions {
  body?: Record<string, unknown>
  /** Sent as `Authorization: Bearer`, without origin and console header, as programs do. */
  accessKey?: string | undefined
  token?: string
  asForm?: boolean
  headers?: Record<string, string>
  params?: object
  peer?: string
  /** The token of a known browser. */
  browserToken?: string | undefined
}

/** For tests: calls an operation as the console's pages do. The default peer is 203.0.113.9. */
export function callOperation(
  name: OperationName,
  { body = {}, accessKey, token, asForm = false, headers, params = {}, peer = PEER, browserToken }: CallOptions = {},
) {
  const cookies = [token && `console-session=${token}`, browserToken && `console-browser=${browserToken}`].filter(
    Boolean,
  )
  const { method } = OPERATIONS[name]
  const ours: Record<string, string> =
    accessKey === undefined ? { origin: `http://${HOST}` } : { authorization: `Bearer ${accessKey}` }
  const form = Object.entries(body).map(([field, value]) => [field, String(value)])
  const request = new Request(`http://${HOST}/api`, {
    method,
    headers: {
      host: HOST,
      'x-console-peer': peer,
      'user-agent': 'vitest',
      ...ours,
      ...(asForm
        ? { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
        : { 'content-type': 'application/json', ...(accessKey === undefined && { 'x-billing-console': '1' }) }),
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
      ...headers,
    },
    ...(method !== 'GET' && { body: asForm ? new URLSearchParams(form).toString() : JSON.stringify(body) }),
  })
  return handle(name)(request, { params: Promise.resolve(params) })
}

/** For tests: returns the session token that a response sets. */
export const tokenIn = (response: Response) =>
  /^console-session=([\w-]{43});/.exec(response.headers.get('set-cookie') ?? '')?.[1]
/** For tests: returns the status and the problem code of a response. */
export const codeOf = async (response: Response) => [response.status, Object((await response.json()) as unknown).code]
