import { pino } from 'pino'
import { createApiKey } from '../api-keys'
import { billingApp, type AppOptions } from '../app'
import { writeImportLine, type ImportLine } from '../data/import-line'
import { importLines, noProgress } from '../data/import-lines'
import {
  EXAMPLE_CUSTOMER,
  EXAMPLE_INVOICE,
  EXAMPLE_NOW,
  EXAMPLE_SUBSCRIPTION,
  EXAMPLE_TRANSACTIONS,
} from '../openapi/example-resources'
import { serve, type RunningService } from '../serve'
import { openFreshStore, PATIENT, type FreshStore } from '../store/fresh-store'

/** A service that holds the examples of the document, at their instant. */
export interface ExampleService extends RunningService {
  store: FreshStore
  merchantId: string
  secretKey: string
  publishableKey: string
}

async function* numbered(texts: readonly string[]) {
  for (const [index, text] of texts.entries()) yield { number: index + 1, text, bytes: text.length }
}

/** For tests: the examples, and beside them `sub_draft` and `sub_ended`, in a merchant of their own. */
export async function startExampleService(
  options: Partial<AppOptions> = {},
  dataDir?: string,
): Promise<ExampleService> {
  const store = await openFreshStore(dataDir)
  const { db } = store
  const merchantId = await store.newMerchant()
  const lines: ImportLine[] = [
    { kind: 'customer', data: EXAMPLE_CUSTOMER },
    { kind: 'subscription', data: EXAMPLE_SUBSCRIPTION },
    { kind: 'subscription', data: { ...EXAMPLE_SUBSCRIPTION, id: 'sub_draft', status: 'draft' } },
    { kind: 'subscription', data: { ...EXAMPLE_SUBSCRIPTION, id: 'sub_ended', status: 'ended' } },
    { kind: 'invoice', data: EXAMPLE_INVOICE },
    ...EXAMPLE_TRANSACTIONS.results.map((entry): ImportLine => ({
      kind: 'transaction',
      data: { ...entry, customerId: EXAMPLE_CUSTOMER.id },
    })),
  ]
  const texts = lines
    .map(writeImportLine)
    .map((text) => text.replaceAll('"merchantId":"example"', `"merchantId":${JSON.stringify(merchantId)}`))
  await importLines({ db, merchantId, lines: numbered(texts), progress: noProgress() })
  const secretKey = await createApiKey(db, { merchantId, type: 'secret', now: EXAMPLE_NOW })
  const publishableKey = await createApiKey(db, { merchantId, type: 'publishable', now: EXAMPLE_NOW })
  const app = billingApp({ db, log: pino({ enabled: false }), now: () => EXAMPLE_NOW, deadlines: PATIENT, ...options })
  const running = await serve(app, { host: '127.0.0.1', port: 0 })
  return {
    store,
    merchantId,
    secretKey,
    publishableKey,
    url: running.url,
    async close() {
      await running.close()
      await store.close()
    },
  }
}
