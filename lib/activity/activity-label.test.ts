import { expect, it } from 'vitest'
import { OPERATION_NAMES } from '@/lib/core/operations'
import { operationOf } from '@/lib/operations'
import { detailLabel, detailText } from './activity-label'

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
