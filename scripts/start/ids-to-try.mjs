/**
 * @import { IdToTry } from './first-run.mjs'
 *
 * @typedef {object} Read An API object, as far as the words need it.
 * @property {string} [status]
 * @property {string} [billingCadence]
 * @property {string} [startDate]
 * @property {string | null} [endDate]
 * @property {number} [count] Entries of a ledger.
 */

const ANSWER_TIMEOUT_MS = 5_000

/**
 * Returns the IDs with what each shows now, read from the billing API, because demo data changes with time and use. Leaves
 * out an ID that cannot be read.
 * @param {{ url: string, key: string, ids: readonly IdToTry[] }} billingApi
 * @returns {Promise<IdToTry[]>}
 */
export async function describeIds({ url, key, ids }) {
  const described = await Promise.all(
    ids.map(async ({ kind, id }) => {
      const read = await readJson(`${url}${pathOf(kind, id)}`, key)
      return read ? [{ kind, id, what: wordsOf(kind, read) }] : []
    }),
  )
  return described.flat()
}

/**
 * @param {string} kind
 * @param {string} id
 */
function pathOf(kind, id) {
  const segment = encodeURIComponent(id)
  if (kind === 'customer') return `/external/customers/external-id/${segment}/transactions?page=1&pageSize=1`
  if (kind === 'subscription') return `/external/subscriptions/${segment}/expanded`
  return `/external/invoices/${segment}/with-line-items`
}

/**
 * @param {string} address
 * @param {string} key
 * @returns {Promise<Read | null>}
 */
async function readJson(address, key) {
  try {
    const response = await fetch(address, {
      headers: { 'x-api-key': key },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    return response.ok ? await response.json() : null
  } catch {
    return null
  }
}

/**
 * @param {string} kind
 * @param {Read} read
 */
function wordsOf(kind, { status, billingCadence, startDate, endDate, count }) {
  if (kind === 'customer') return count === 1 ? '1 ledger entry' : `${count ?? 0} ledger entries`
  if (kind === 'invoice') return spaced(status)
  const days = [startDate && `from ${startDate.slice(0, 10)}`, endDate && `to ${endDate.slice(0, 10)}`]
  return [spaced(status), spaced(billingCadence), days.filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** `pendingActivation` as "pending activation". @param {string} [word] */
const spaced = (word = '') => word.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
