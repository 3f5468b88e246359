import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type Finding, ok, skipped, wrong } from '@/contract/finding'
import { BillingClient } from '@/lib/billing-api/server/billing-client'
import type { BillingResponse } from '@/lib/billing-api/server/billing-response'
import { CHECK_ADDRESS } from '@/lib/billing-api/server/response-problem'
import { objectOf, ownValue, sentText } from '@/lib/billing-api/server/tolerant/scalars'
import { ProblemError } from '@/lib/core/server/problem'
import type { Settings } from '@/lib/core/server/settings'
import { type ListTransactionsInput, transactionsTarget } from '@/lib/ledger/server/list-transactions'
import { connectionReason } from './check-connections'

/** Reads one entry of a ledger, as the console reads. Returns the problem of a read that failed. */
type ReadEntry = (
  page?: Partial<z.infer<typeof ListTransactionsInput>>,
  key?: string,
) => Promise<BillingResponse | ProblemError>

/**
 * Checks that the billing API responds, its key, and the names of its query parameters.
 * @param customer the external ID of a customer that exists; without it some checks are skipped
 */
export async function* checkBillingApi(settings: Settings, customer: string | undefined): AsyncGenerator<Finding> {
  const { BILLING_API_KEY: ownKey, BILLING_API_BASE_URL: url } = settings
  if (ownKey === undefined) return
  // The customer may not exist: the response still says whether the key is accepted.
  const externalId = customer ?? `doctor-${randomUUID()}`
  const single = { ...settings, BILLING_API_READ_ATTEMPTS: 1 }
  const read: ReadEntry = async (page, key = ownKey) => {
    const target = transactionsTarget(settings, { externalId, page: 1, pageSize: 1, order: 'desc', ...page })
    try {
      return await new BillingClient({ ...single, BILLING_API_KEY: key }).read(target, { requestId: randomUUID() })
    } catch (error) {
      if (error instanceof ProblemError) return error
      throw error
    }
  }
  const first = await read()
  if (first instanceof ProblemError && first.problem.upstreamStatus === undefined) {
    yield wrong('Billing API', wordsOf(first))
    return
  }
  yield ok('Billing API', `${url} responds`)
  const keyFinding = await checkKey(first, read)
  yield keyFinding
  if (keyFinding.status === 'ok') yield await checkQueryNames(settings, customer, first, read)
}

/** Returns the sentences that the console shows for a failed read, with the API's own message or the connection's. */
function wordsOf({ problem: { detail, upstreamMessage, technicalDetail }, cause }: ProblemError): string {
  const message = upstreamMessage && `Its message: "${upstreamMessage}".`
  return [detail, message, cause && connectionReason(cause), technicalDetail].filter(Boolean).join(' ')
}

const KEY_HINTS: Readonly<Record<number, string>> = {
  401: ' Set a key that exists and is not revoked.',
  403: ' Set a key of type secret.',
}

/** A 400 or 404 shows that a key is accepted only if the API refuses another key. */
async function checkKey(response: Awaited<ReturnType<ReadEntry>>, read: ReadEntry): Promise<Finding> {
  const setting = 'BILLING_API_KEY'
  if (!(response instanceof ProblemError)) return ok(setting, 'accepted for reads, which need a key of type secret')
  const { upstreamStatus = 0 } = response.problem
  if (upstreamStatus !== 400 && upstreamStatus !== 404)
    return wrong(setting, wordsOf(response) + (KEY_HINTS[upstreamStatus] ?? ''))
  const other = await read({}, `doctor-${randomUUID()}`)
  if (other instanceof ProblemError && other.problem.upstreamStatus === 401)
    return ok(setting, 'accepted for reads; another key is refused')
  if (other instanceof ProblemError && other.problem.upstreamStatus !== upstreamStatus)
    return wrong(setting, `Whether the API checks keys is not known. With another key: ${wordsOf(other)}`)
  return wrong(
    setting,
    `The API responds to any key with HTTP ${upstreamStatus}. ${CHECK_ADDRESS.technicalDetail} Then pass a customer that exists: --customer EXTERNAL_ID.`,
  )
}

const QUERY_NAMES = 'Query parameters'
const MAX_ID = 256

/**
 * Checks that the API obeys the three parameters: one entry on a page, another one on the next page, another one from the
 * other end. An API ignores a name that it does not know, or refuses it with a 400.
 * @param response the first page of one entry
 */
async function checkQueryNames(
  { BILLING_API_PAGE_PARAM: page, BILLING_API_PAGE_SIZE_PARAM: pageSize, BILLING_API_ORDER_PARAM: order }: Settings,
  customer: string | undefined,
  response: Awaited<ReturnType<ReadEntry>>,
  read: ReadEntry,
): Promise<Finding> {
  const names = [page, pageSize, order].join(', ')
  if (response instanceof ProblemError && response.problem.upstreamStatus === 400)
    return wrong(
      QUERY_NAMES,
      `The API refuses ${names} (HTTP 400). Set BILLING_API_PAGE_PARAM, BILLING_API_PAGE_SIZE_PARAM and BILLING_API_ORDER_PARAM to its names.`,
    )
  const first = idsOf(response)
  if (first.length > 1) return wrong(QUERY_NAMES, ignored(pageSize, 'BILLING_API_PAGE_SIZE_PARAM'))
  const others = customer === undefined ? [] : [await read({ page: 2 }), await read({ order: 'asc' })]
  const failed = others.find((other) => other instanceof ProblemError)
  if (failed instanceof ProblemError) return wrong(QUERY_NAMES, wordsOf(failed))
  const [second = [], oldest = []] = others.map(idsOf)
  if (first.length === 0 || second.length === 0 || oldest.length === 0)
    return skipped(QUERY_NAMES, 'Pass a customer that exists and has two transactions: --customer EXTERNAL_ID.')
  if (second[0] === first[0]) return wrong(QUERY_NAMES, ignored(page, 'BILLING_API_PAGE_PARAM'))
  if (oldest[0] === first[0]) return wrong(QUERY_NAMES, ignored(order, 'BILLING_API_ORDER_PARAM'))
  return ok(QUERY_NAMES, `the API obeys ${names}`)
}

const ignored = (name: string, setting: string) =>
  `The API ignores ${name}. Set ${setting} to the name that its documentation gives.`

function idsOf(response: Awaited<ReturnType<ReadEntry>>): string[] {
  const results = response instanceof ProblemError ? [] : ownValue(objectOf(response.json) ?? {}, 'results')
  if (!Array.isArray(results)) return []
  return results.map((entry: unknown) => sentText(ownValue(objectOf(entry) ?? {}, 'id'), MAX_ID))
}
