import { expect, it } from 'vitest'
import { payHeading } from './subscription-summary'

const heading = (kind: 'running' | 'over' | 'upcoming' | 'draft', isTrial = false) =>
  payHeading({ isTrial }, { standing: { kind } })

it('payHeading says "pays" only for a subscription that runs', () => {
  expect(heading('running')).toBe('Pays')
  expect(heading('upcoming')).toBe('Will pay')
  expect([heading('over'), heading('draft'), heading('running', true)]).toEqual(Array(3).fill('Plan price'))
})
