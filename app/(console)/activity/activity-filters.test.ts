import { expect, test } from 'vitest'
import { ACTIVITY_ACTIONS } from '@/lib/format/activity-label'
import { canHave } from './activity-filters'

const of = (role: 'agent' | 'admin') => Object.keys(ACTIVITY_ACTIONS).filter((action) => canHave(role, action))

test('offers an agent no action of admins only, and an admin every action', () => {
  const onlyAdmins = ['forgetCustomer', 'setUp', 'addUser', 'changeUser', 'createResetLink']
  expect(of('admin')).toEqual(Object.keys(ACTIVITY_ACTIONS))
  expect(of('agent').toSorted()).toEqual(
    Object.keys(ACTIVITY_ACTIONS)
      .filter((action) => !onlyAdmins.includes(action))
      .toSorted(),
  )
})
