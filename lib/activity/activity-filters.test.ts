import { expect, test } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { ACTIVITY_FILTERS, canPerform, offeredFilters } from './activity-filters'
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

test('says that an admin sees every action, and an agent none that only admins see', () => {
  expect(ALL.filter((action) => canPerform('admin', action))).toEqual(ALL)
  expect(ALL.filter((action) => canPerform('agent', action))).toEqual(
    ALL.filter((action) => !ONLY_ADMINS.includes(action)),
  )
})

test('offers each role only the filters of its scope', () => {
  const all = Object.keys(ACTIVITY_FILTERS)
  const offered = (role: Role) => all.filter((name) => Object.hasOwn(offeredFilters(role, 'UTC'), name))
  expect(offered('admin')).toEqual(all)
  expect(offered('agent')).toEqual(all.filter((name) => name !== 'actor'))
  expect(offered('viewer')).toEqual(['actor', 'outcome', 'text', 'from', 'to'])
})
