import { randomUUID } from 'node:crypto'
import { Agent } from 'undici'
import { idProblem } from '@/contract/requestable-id'
import { type Finding, ok, skipped, wrong } from '@/contract/finding'
import { checkClock } from '@/database/check-store'
import { minorUnitDecimals } from '@/lib/money/currency-decimals'
import { readable } from '@/lib/billing-api/unreadable'
import {
  billingRequest,
  type BillingTarget,
  connectorMarkingFailures,
  NeverConnectedError,
} from '@/lib/billing-api/server/billing-request'
import { type BillingResponse, billingResponse } from '@/lib/billing-api/server/billing-response'
import { readConnectionProblem } from '@/lib/billing-api/server/connection-problem'
import { LongTurn, longResponseSlot } from '@/lib/billing-api/server/long-responses'
import { readBody } from '@/lib/billing-api/server/read-body'
import { CHECK_ADDRESS, readProblem } from '@/lib/billing-api/server/response-problem'
import { decimalText, objectOf, ownValue, sentText } from '@/lib/billing-api/server/tolerant/scalars'
import { FieldReader } from '@/lib/billing-api/server/tolerant/field-reader'
import type { Settings } from '@/lib/core/server/settings'
import { connectionReason } from './check-connections'

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

const QUERY_NAMES = 'Query parameters'
const MAX_ID = 256

interface Page {
  externalId: string
  page: number
  pageSize: number
  order?: 'asc' | 'desc'
}

/** Returns the read of a ledger page with the parameter names of the settings. */
function ledgerPage(settings: Settings, { externalId, page, pageSize, order = 'desc' }: Page): BillingTarget {
  const {
    BILLING_API_PAGE_PARAM: pageName,
    BILLING_API_PAGE_SIZE_PARAM: sizeName,
    BILLING_API_ORDER_PARAM: orderName,
  } = settings
  const query = { [pageName]: String(page), [sizeName]: String(pageSize), [orderName]: order }
  return { operation: 'listTransactions', params: { externalId }, query }
}

/**
 * Checks that the API obeys the three parameters: one entry on a page, another one on the next page, another one from the
 * other end. An API ignores a name that it does not know, or refuses it with a 400.
 * @param response the first page of one entry
 */
async function checkQueryNames(
  probe: BillingProbe,
  { key, customer, response }: { key: string; customer: string | undefined; response: ProbeResponse },
): Promise<Finding> {
  const { settings } = probe
  const names = {
    page: settings.BILLING_API_PAGE_PARAM,
    pageSize: settings.BILLING_API_PAGE_SIZE_PARAM,
    order: settings.BILLING_API_ORDER_PARAM,
  }
  if (response.status === 400)
    return wrong(
      QUERY_NAMES,
      `The API refuses ${Object.values(names).join(', ')} (HTTP 400). Set BILLING_API_PAGE_PARAM, BILLING_API_PAGE_SIZE_PARAM and BILLING_API_ORDER_PARAM to its names.`,
    )
  if (customer === undefined || response.status === 404)
    return skipped(QUERY_NAMES, 'Pass a customer that exists and has two transactions: --customer EXTERNAL_ID.')
  const read = async (page: Omit<Page, 'externalId'>) =>
    idsOf(await probe.read(ledgerPage(settings, { externalId: customer, ...page }), key))
  const first = idsOf(response)
  if (first.length > 1) return wrong(QUERY_NAMES, ignored(names.pageSize, 'BILLING_API_PAGE_SIZE_PARAM'))
  const [second, oldest] = [await read({ page: 2, pageSize: 1 }), await read({ page: 1, pageSize: 1, order: 'asc' })]
  if (second.length === 0 || first.length === 0)
    return skipped(
      QUERY_NAMES,
      'The customer has fewer than two transactions. Pass another one: --customer EXTERNAL_ID.',
    )
  if (second[0] === first[0]) return wrong(QUERY_NAMES, ignored(names.page, 'BILLING_API_PAGE_PARAM'))
  if (oldest[0] === first[0]) return wrong(QUERY_NAMES, ignored(names.order, 'BILLING_API_ORDER_PARAM'))
  return ok(QUERY_NAMES, `the API obeys ${Object.values(names).join(', ')}`)
}

const ignored = (name: string, setting: string) =>
  `The API ignores ${name}. Set ${setting} to the name that its documentation gives.`

function idsOf({ json }: ProbeResponse): string[] {
  const results = ownValue(objectOf(json) ?? {}, 'results')
  if (!Array.isArray(results)) return []
  return results.map((entry: unknown) => sentText(ownValue(objectOf(entry) ?? {}, 'id'), MAX_ID))
}

const AMOUNT_UNIT = 'Amount unit'

/**
 * Compares the amounts of an invoice with BILLING_API_AMOUNT_UNIT. Whole amounts fit both units, so a person must compare
 * them with the invoice.
 */
async function checkAmountUnit(
  probe: BillingProbe,
  { key, invoice }: { key: string; invoice: string | undefined },
): Promise<Finding> {
  if (invoice === undefined) return skipped(AMOUNT_UNIT, 'Pass an invoice whose amounts you know: --invoice ID.')
  const { BILLING_API_AMOUNT_UNIT: unit } = probe.settings
  const { json } = await probe.read({ operation: 'getInvoice', params: { invoiceId: invoice } }, key)
  const lines = ownValue(objectOf(json) ?? {}, 'invoiceLineItems')
  const amounts = (Array.isArray(lines) ? lines : []).flatMap(
    (line: unknown) => decimalText(ownValue(objectOf(line) ?? {}, 'amount')) ?? [],
  )
  const [first] = amounts
  if (first === undefined)
    return skipped(
      AMOUNT_UNIT,
      'The invoice cannot be read, or has no lines with an amount. Pass another one: --invoice ID.',
    )
  const fractional = amounts.find((amount) => /\.\d*[1-9]/.test(amount))
  const decimals = unit === 'minor' ? await currencyDecimalsOf(probe, key, json) : 0
  const read = (amount: string) =>
    decimals === null ? `${amount}, as sent: its subscription states no known currency` : decimalText(amount, -decimals)
  if (fractional === undefined)
    return skipped(
      AMOUNT_UNIT,
      `Cannot tell: all amounts are whole numbers. The console reads the first line, sent as ${first}, as ${read(first)} (${unit}). Compare it with the invoice.`,
    )
  if (unit === 'major')
    return ok(AMOUNT_UNIT, `amounts such as ${fractional} have fractions, so they are not whole cents`)
  return wrong(
    AMOUNT_UNIT,
    `Amounts such as ${fractional} have fractions, which cents rarely have. The console reads it as ${read(fractional)}. Compare it with the invoice; if that is too little, unset BILLING_API_AMOUNT_UNIT.`,
  )
}

/** Returns the decimals of the currency of the invoice's subscription; null when it is unknown. */
async function currencyDecimalsOf(probe: BillingProbe, key: string, invoice: unknown): Promise<number | null> {
  const id = textOf(invoice, 'subscriptionId')
  if (id === null || idProblem(id) !== null) return null
  const { json } = await probe.read({ operation: 'getSubscription', params: { id } }, key)
  return minorUnitDecimals(textOf(json, 'currency'))
}

const textOf = (json: unknown, name: string) =>
  readable(new FieldReader(objectOf(json) ?? {}, { amountUnit: 'minor', asOf: '' }).text(name))

/** A response with what only `doctor` needs. */
interface ProbeResponse extends BillingResponse {
  /** When the response began, and its `Date` header; undefined without one. */
  clock: { ownMs: number; otherMs: number } | undefined
  ms: number
}

/** Sends single reads to a billing API with any key: without retries, queue and circuit breaker. */
class BillingProbe {
  readonly #agent: Agent

  constructor(readonly settings: Settings) {
    const timeoutMs = settings.BILLING_API_READ_TIMEOUT_MS
    this.#agent = new Agent({
      connect: connectorMarkingFailures(settings.BILLING_API_CONNECT_TIMEOUT_MS),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: settings.BILLING_API_MAX_RESPONSE_BYTES,
    })
  }

  /** @throws Error when there is no complete response */
  async read(target: BillingTarget, key: string): Promise<ProbeResponse> {
    const { BILLING_API_READ_TIMEOUT_MS: timeoutMs } = this.settings
    const startedAtMs = Date.now()
    const request = billingRequest({ ...this.settings, BILLING_API_KEY: key }, target, { requestId: randomUUID() })
    const received = await this.#agent.request(request)
    const ownMs = Date.now()
    const otherMs = Date.parse(String(received.headers.date))
    const turn = new LongTurn(longResponseSlot(this.settings))
    const body = await readBody(received, this.settings, {
      turn,
      signal: AbortSignal.timeout(timeoutMs),
      isDecoded: true,
    })
    const response = billingResponse(received, body, this.settings)
    await response.parse(turn)
    return Object.assign(response, {
      ms: ownMs - startedAtMs,
      clock: Number.isNaN(otherMs) ? undefined : { ownMs, otherMs },
    })
  }

  close(): Promise<void> {
    return this.#agent.close()
  }
}
