import { expect, it } from 'vitest'
import { OPERATION_NAMES } from '@/lib/core/operations'
import { operationOf } from '@/lib/operations'
import { actionLabel, detailLabel, detailText } from './activity-label'

it('every operation with an audit entry, and each field of its entry, has a name in words', () => {
  for (const name of OPERATION_NAMES) {
    const { audit, label } = operationOf(name)
    if (!audit) continue
    expect(label).toBeDefined()
    const fields = audit.records === 'run' ? audit.fields : []
    for (const field of fields) expect(detailLabel(field)).not.toBe(field)
  }
})

it('detailText names statuses, operations, outcomes and forms in words, and keeps any other value', () => {
  expect(detailText('status', 'paymentFailed')).toBe('Payment failed')
  expect(detailText('status', 'pendingActivation')).toBe('Pending activation')
  expect(detailText('status', 'sunset')).toBe('sunset')
  expect(detailText('action', 'exportLedgerMonths')).toBe('Export months of a ledger')
  expect(detailText('outcome', 'not_recorded')).toBe('Outcome not recorded')
  expect(detailText('form', 'excel')).toBe('For Excel')
  expect(detailText('text', 'paymentFailed')).toBe('paymentFailed')
})

it('names a tool, a past operation and a detail without a label by the words of its name, and keeps any other text', () => {
  expect(actionLabel('cancelSubscription')).toBe('Cancel subscription')
  expect(actionLabel('getInvoice')).toBe('Read invoice')
  expect(actionLabel('startBatch')).toBe('Start batch')
  expect(actionLabel('constructor')).toBe('Constructor')
  expect(actionLabel('cli users add')).toBe('cli users add')
  expect(detailLabel('externalCustomerId')).toBe('External customer ID')
  expect(detailLabel('peer')).toBe('IP address')
})
