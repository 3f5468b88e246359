import { randomUUID } from 'node:crypto'
import { type Finding, ok, skipped, wrong } from '@/contract/finding'
import { checkClock } from '@/database/check-clock'
import type { BillingTarget } from '../billing-api/billing-request'
import type { BillingResponse } from '../billing-api/billing-response'
import { readConnectionProblem } from '../billing-api/connection-problem'
import { NeverConnectedError } from '../billing-api/never-connected'
import { CHECK_ADDRESS, readProblem } from '../billing-api/response-problem'
import type { Settings } from '../settings'
import { checkAmountUnit } from './check-amount-unit'
import { checkQueryNames, ledgerPage } from './check-query-names'
import { BillingProbe, type ProbeResponse } from './billing-probe'
import { connectionReason } from './connection-reason'

/** IDs that exist at the API; without them some checks are skipped. */
export interface KnownIds {
  customer?: string | undefined
  invoice?: string | undefined
}

/** Checks that the billing API responds, its clock, the keys, and how it reads and sends what its settings describe. */
export async function* checkBillingApi(settings: Settings, { customer, invoice }: KnownIds): AsyncGenerator<Finding> {
  const { BILLING_API_KEY: key, BILLING_API_NEXT_KEY: nextKey, BILLING_API_BASE_URL: url } = settings
  if (key === undefined) return
  const probe = new BillingProbe(settings)
  try {
    // The customer does not exist; the response still says whether the key is accepted.
    const target = ledgerPage(settings, { externalId: customer ?? `doctor-${randomUUID()}`, page: 1, pageSize: 1 })
    const first = await probe.read(target, key)
    yield ok('Billing API', `${url} responds in ${first.ms} ms`)
    yield first.clock
      ? checkClock('Clock of the billing API', first.clock)
      : skipped('Clock of the billing API', 'It sends no Date header.')
    const keyFinding = await checkKey(probe, { setting: 'BILLING_API_KEY', target, response: first })
    yield keyFinding
    if (nextKey !== undefined) {
      const response = await probe.read(target, nextKey)
      yield await checkKey(probe, { setting: 'BILLING_API_NEXT_KEY', target, response })
    }
    if (keyFinding.status === 'wrong') return
    yield await checkQueryNames(probe, { key, customer, response: first })
    yield await checkAmountUnit(probe, { key, invoice })
  } catch (error) {
    yield wrong('Billing API', connectionWords(error, settings))
  } finally {
    await probe.close()
  }
}

function connectionWords(error: unknown, settings: Settings): string {
  if (error instanceof NeverConnectedError)
    return `No connection: ${connectionReason(error)} ${CHECK_ADDRESS.technicalDetail}`
  return readConnectionProblem(error, settings).problem.detail
}

interface KeyCheck {
  setting: string
  target: BillingTarget
  response: ProbeResponse
}

/** A 400 or 404 shows that a key is accepted only if the API refuses another key. */
async function checkKey(probe: BillingProbe, { setting, target, response }: KeyCheck): Promise<Finding> {
  const { status, json } = response
  if (status === 200 && json !== undefined) return ok(setting, 'accepted for reads, which need a key of type secret')
  if (status === 401) return wrong(setting, `${wordsOf(response)} Set a key that exists and is not revoked.`)
  if (status === 403) return wrong(setting, `${wordsOf(response)} Set a key of type secret.`)
  if (status !== 400 && status !== 404) return wrong(setting, wordsOf(response))
  const other = await probe.read(target, `doctor-${randomUUID()}`)
  if (other.status === 401) return ok(setting, 'accepted for reads; another key is refused')
  return wrong(
    setting,
    `The API responds to any key with HTTP ${other.status}. ${CHECK_ADDRESS.technicalDetail} Then pass a customer that exists: --customer EXTERNAL_ID.`,
  )
}

/** Returns the sentences that the console shows for a response, with the API's own message. */
function wordsOf(response: BillingResponse): string {
  const { detail, upstreamMessage, technicalDetail } = readProblem(response, 'listTransactions').problem
  return [detail, upstreamMessage && `Its message: "${upstreamMessage}".`, technicalDetail].filter(Boolean).join(' ')
}
