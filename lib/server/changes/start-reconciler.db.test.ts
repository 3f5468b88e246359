import { expect, test, vi } from 'vitest'
import { useChanges } from '@/testing/console/use-changes'
import { BillingClient } from '../billing-api/billing-client'
import { log } from '../log'
import { prepareChange } from './prepare-change'
import { startReconciler } from './start-reconciler'

const setup = useChanges()

test('startReconciler warns once, at the start, about open changes of another billing API', async () => {
  const { context, environment, subscribe } = setup()
  const warn = vi.spyOn(log(), 'warn')
  const runOnce = async () => startReconciler(environment, { everyMs: 1 })()
  await runOnce()
  expect(warn).not.toHaveBeenCalled()

  const settings = { ...environment.billing.settings, BILLING_API_BASE_URL: 'http://127.0.0.2:9' }
  const elsewhere = { ...environment, billing: new BillingClient(settings) }
  const requested = { action: 'cancel', subscriptionId: subscribe(), reason: 'x', ticket: undefined, seen: {} } as const
  await prepareChange({ ...context(), environment: elsewhere, intent: 1 }, requested)
  await runOnce()
  expect(warn.mock.calls).toEqual([
    [{ event: 'change', others: [{ source: '127.0.0.2:9', open: 1 }] }, expect.stringContaining('another')],
  ])
})
