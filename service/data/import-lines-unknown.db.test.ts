import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, test, expect, vi } from 'vitest'
import { tally, volume } from '../../scripts/test/volume.mjs'
import { deviatingObjects } from '@/testing/service/arbitrary-deviations'
import { startDocumentService, type DocumentMerchant } from '@/testing/service/document-service'
import { canonical, type JsonObject } from '@/testing/service/plain-json'
import { propertiesOf } from '@/testing/service/properties-of'

vi.setConfig({ hookTimeout: 120_000, testTimeout: volume({ test: 180_000, prove: 3_600_000 }) })

/** Imports of a few objects each. */
const IMPORTS = volume({ test: 6, prove: 500 })
const MAX_OBJECTS = 8
/** Shrinking ends before the test times out, so that the failing case is reported. */
const SEARCH = { interruptAfterTimeLimit: volume({ test: 150_000, prove: 3_000_000 }), markInterruptAsFailure: true }

const comesBack = propertiesOf('Imports of objects with unknown fields')

let service: Awaited<ReturnType<typeof startDocumentService>>
let merchant: DocumentMerchant
let objects = 0
beforeAll(async () => {
  service = await startDocumentService()
  merchant = await service.newMerchant()
})
afterAll(async () => {
  tally('objects with unknown fields', objects)
  await service.close()
})

/** Returns the expected response when the store has exactly this object. */
function responseTo(kind: 'subscription' | 'invoice' | 'transaction', data: JsonObject): unknown {
  if (kind !== 'transaction') return data
  return { results: [data], count: 1, pages: 1, currentPage: 1 }
}

describe('the service returns objects with unknown and missing fields as they were sent', () => {
  test.each(['subscription', 'invoice', 'transaction'] as const)('%s', (kind) =>
    comesBack(
      fc.asyncProperty(fc.integer({ min: 1, max: MAX_OBJECTS }), fc.gen(), async (count, gen) => {
        const sent = Array.from({ length: count }, () => {
          // Objects with the same id are shared within a merchant, so every run has its own ids.
          objects += 1
          return gen(deviatingObjects, kind, merchant.merchantId, `${kind} ${objects}`)
        })
        const owners = sent.map(({ customerId = null }) => ({ id: customerId, externalId: customerId }))
        await merchant.load([
          ...owners.map((data) => ({ kind: 'customer' as const, data })),
          ...sent.map((data) => ({ kind, data })),
        ])
        for (const data of sent) {
          const { status, body } = await merchant.read(kind, data)
          expect({ status, body: canonical(body) }).toEqual({ status: 200, body: canonical(responseTo(kind, data)) })
        }
      }),
      { numRuns: IMPORTS, ...SEARCH },
    ),
  )
})
