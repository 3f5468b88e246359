import { expect, it } from 'vitest'
import { renderedPage, textOfHtml } from '@/testing/console/rendered-page'
import { leftOutQuery } from './change-queries'
import { GroupLeftOut } from './group-left-out'

it('the page of a group names what was left out of it and why, in the tab that made it', () => {
  const leftOut = [
    { id: 'sub_1', words: 'Already ended' },
    { id: 'sub_2', words: 'Not found' },
  ]
  const textOf = (groupId: string) =>
    textOfHtml(renderedPage([[leftOutQuery('grp_1').queryKey, leftOut]], <GroupLeftOut groupId={groupId} />))
  expect(textOf('grp_1')).toMatch(/^Left out, not cancelled: 2 subscriptions\s*sub_1: Already ended\s*sub_2: Not found/)
  expect(textOf('grp_2')).toBe('')
})
