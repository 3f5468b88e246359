import { expect, it } from 'vitest'
import { problemOf } from '@/testing/console/problem-of'
import { Slots } from '../slots'
import { withinPrintSlot } from './printed-lines'

it('makes as many documents at a time as there are slots, and refuses others as busy', async () => {
  const slots = new Slots(1)
  let finish = (_document: string): void => undefined
  const first = new Promise<string>((resolve) => (finish = resolve))
  const printing = withinPrintSlot(slots, () => first, undefined)
  expect(await problemOf(withinPrintSlot(slots, () => Promise.resolve('second'), undefined))).toMatchObject({
    code: 'console_busy',
  })
  finish('first')
  expect(await printing).toBe('first')
  expect(await withinPrintSlot(slots, () => Promise.resolve('third'), undefined)).toBe('third')
})
