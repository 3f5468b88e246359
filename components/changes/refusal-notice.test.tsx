import { expect, test } from 'vitest'
import { bareChange } from '@/testing/console/bare-views'
import { renderedText } from '@/testing/console/rendered-page'
import { RefusalNotice } from './refusal-notice'

test('a refusal of stale data asks to confirm again only when nothing blocks the change', () => {
  const stale = bareChange({ state: 'STALE', differences: [{ field: 'status', seen: 'active', found: 'cancelled' }] })
  const textWhen = (isBlocked: boolean) => renderedText([], <RefusalNotice refusal={{ stale }} isBlocked={isBlocked} />)
  expect(textWhen(false)).toContain('up to date. Confirm again to send.')
  expect(textWhen(true)).toContain('up to date.')
  expect(textWhen(true)).not.toContain('Confirm again')
})
