import { parseExactJson, stringifyExactJson } from '@/contract/exact-json'
import { pino } from 'pino'
import { createApiKey } from '@/service/api-keys'
import { billingApp } from '@/service/app'
import { importLines, type ImportProgress } from '@/service/data/import-lines'
import { httpRequest } from './http-request'
import { serve } from '@/service/serve'
import { openFreshStore, PATIENT, type FreshStore } from './fresh-store'
import { numberedLines } from './import-test-lines'
import type { SampleKind } from './document-samples'
import type { JsonObject } from './plain-json'

/** A line of an import as plain JSON, which the contract may not allow. */
export interface PlainLine {
  kind: SampleKind
  data: JsonObject
}

interface LoadResponse {
  status: number
  /** Null when the response has no body. */
  body: unknown
}

/** A merchant of a running service, for imports and for requests with its key. */
export interface DocumentMerchant {
  merchantId: string
  load(lines: readonly PlainLine[], options?: LoadOptions): Promise<ImportProgress>
  ask(path: string, method?: 'GET' | 'POST' | 'DELETE'): Promise<LoadResponse>
  /** Reads an object with the operation of its kind; for a customer, the first page of its ledger. */
  read(kind: SampleKind, data: JsonObject): Promise<LoadResponse>
}

/** Options of the command `import`. */
interface LoadOptions {
  replace?: boolean
}

/** Early enough that every subscription is returned as stored. */
const BEFORE_ALL = '0001-01-01T00:00:00.000Z'

/** Returns the path of an object; for a transaction, the ledger of its customer, whose external id is the same. */
function addressOf(kind: SampleKind, data: JsonObject): string {
  const segment = (field: string) => {
    const id = data[field]
    if (typeof id !== 'string') throw new TypeError(`${field} is no text`)
    return encodeURIComponent(id)
  }
  if (kind === 'subscription') return `/external/subscriptions/${segment('id')}/expanded`
  if (kind === 'invoice') return `/external/invoices/${segment('id')}/with-line-items`
  return `/external/customers/external-id/${segment(kind === 'customer' ? 'externalId' : 'customerId')}/transactions`
}

/**
 * For tests: starts a service on its own store.
 * @param now the clock; by default early enough that every subscription is returned as stored
 */
export async function startDocumentService(now = () => BEFORE_ALL): Promise<{
  store: FreshStore
  newMerchant(): Promise<DocumentMerchant>
  close(): Promise<void>
}> {
  const store = await openFreshStore()
  const { db } = store
  const service = await serve(billingApp({ db, log: pino({ level: 'silent' }), now, deadlines: PATIENT }), {
    host: '127.0.0.1',
    port: 0,
  })

  async function newMerchant(): Promise<DocumentMerchant> {
    const merchantId = await store.newMerchant()
    const key = await createApiKey(db, { merchantId, type: 'secret', now: BEFORE_ALL })
    const ask = async (path: string, method = 'GET') => {
      const { status, text } = await httpRequest(service.url, path, { method, headers: { 'x-api-key': key } })
      return { status, body: text === '' ? null : parseExactJson(text) }
    }
    return {
      merchantId,
      load: (lines, options) =>
        importLines({
          db,
          merchantId,
          lines: numberedLines(lines.map((line) => stringifyExactJson(line))),
          ...options,
        }),
      ask,
      read: (kind, data) => ask(addressOf(kind, data)),
    }
  }

  return {
    store,
    newMerchant,
    async close() {
      await service.close()
      await store.close()
    },
  }
}
