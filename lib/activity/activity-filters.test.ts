import { expect, test } from 'vitest'
import { canPerform } from './activity-filters'
import { ACTIVITY_ACTIONS } from './activity-label'

const ALL = ACTIVITY_ACTIONS
const ONLY_ADMINS = [
  'approveChange',
  'forgetCustomer',
  'createWebhook',
  'deleteWebhook',
  'deliverWebhook',
  'sendAlertEmail',
  'setUp',
  'addUser',
  'changeUser',
  'createResetLink',
]

test('offers an admin every action, and an agent none of admins only', () => {
  expect(ALL.filter((action) => canPerform('admin', action))).toEqual(ALL)
  expect(ALL.filter((action) => canPerform('agent', action))).toEqual(
    ALL.filter((action) => !ONLY_ADMINS.includes(action)),
  )
})
