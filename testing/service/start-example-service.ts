import { pino } from 'pino'
import { createApiKey } from '@/service/api-keys'
import { billingApp, type AppOptions } from '@/service/app'
import { writeImportLine, type ImportLine } from '@/service/data/import-line'
import { importLines, noProgress } from '@/service/data/import-lines'
import { demoExample } from '@/service/data/demo/demo-lines'
import { EXAMPLE_NOW } from '@/service/openapi/example-responses'
import { serve, type RunningService } from '@/service/serve'
import { numberedLines } from './import-test-lines'
import { openFreshStore, PATIENT, type FreshStore } from './fresh-store'

/** A service with the examples of the document at their instant. */
export interface ExampleService extends RunningService {
  store: FreshStore
  merchantId: string
  secretKey: string
  publishableKey: string
}

/** For tests: starts a service with the examples, `sub_draft` and `sub_ended` in a new merchant. */
export async function startExampleService(
  options: Partial<AppOptions> = {},
  dataDir?: string,
): Promise<ExampleService> {
  const store = await openFreshStore(dataDir)
  const { db } = store
  const merchantId = await store.newMerchant()
  const { customer, subscription, invoice, entries } = demoExample(merchantId, EXAMPLE_NOW)
  const lines: ImportLine[] = [
    { kind: 'customer', data: customer },
    { kind: 'subscription', data: subscription },
    { kind: 'subscription', data: { ...subscription, id: 'sub_draft', status: 'draft' } },
    { kind: 'subscription', data: { ...subscription, id: 'sub_ended', status: 'ended' } },
    { kind: 'invoice', data: invoice },
    ...entries.map((data): ImportLine => ({ kind: 'transaction', data })),
  ]
  await importLines({ db, merchantId, lines: numberedLines(lines.map(writeImportLine)), progress: noProgress() })
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
