import { expect, test, vi } from 'vitest'
import { useChanges } from '@/testing/console/use-changes'
import { BillingClient } from '../billing-api/billing-client'
import { log } from '../log'
import { prepareChange } from './prepare-change'
import { startReconciler } from './start-reconciler'

const writes = useChanges()

test('what is open at another address is told once, at the start', async () => {
  const { context, environment, subscribe } = writes()
  const warn = vi.spyOn(log(), 'warn')
  const begun = async () => startReconciler(environment, { everyMs: 1 })()
  await begun()
  expect(warn).not.toHaveBeenCalled()

  const settings = { ...environment.billing.settings, BILLING_API_BASE_URL: 'http://127.0.0.1:9' }
  const elsewhere = { ...environment, billing: new BillingClient(settings) }
  const asked = { action: 'cancel', subscriptionId: subscribe(), reason: 'x', ticket: undefined, seen: {} } as const
  await prepareChange({ ...context(), environment: elsewhere, intent: 1 }, asked)
  await begun()
  expect(warn.mock.calls).toEqual([
    [{ event: 'write', others: [{ billingApi: 'http://127.0.0.1:9', open: 1 }] }, expect.stringContaining('another')],
  ])
})
