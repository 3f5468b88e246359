import { EventEmitter, once } from 'node:events'
import { expect, it } from 'vitest'
import { problemOf } from '@/testing/console/problem-of'
import { Slots } from '../slots'
import { withinPrintSlot } from './printed-lines'

it('makes as many documents at a time as there are slots, and refuses others as busy', async () => {
  const slots = new Slots(1)
  const first = new EventEmitter()
  const printing = withinPrintSlot(slots, () => once(first, 'made').then(() => 'first'), undefined)
  expect(await problemOf(withinPrintSlot(slots, () => Promise.resolve('second'), undefined))).toMatchObject({
    code: 'console_busy',
  })
  first.emit('made')
  expect(await printing).toBe('first')
  expect(await withinPrintSlot(slots, () => Promise.resolve('third'), undefined)).toBe('third')
})
