import { expect, test } from 'vitest'
import { Slots } from '@/lib/core/server/slots'
import { LongResponsesError, LongTurn } from './long-responses'

test('keeps its turn until it ends, and takes it once', async () => {
  const slot = new Slots(1, { most: 1, ms: 5_000 })
  const [first, second] = [new LongTurn(slot), new LongTurn(slot)]
  await first.take()
  await first.take()
  const waiting = second.take()
  expect([first.isTaken, second.isTaken, slot.taken]).toEqual([true, false, 1])
  first.end()
  await waiting
  expect(second.isTaken).toBe(true)
  second.end()
  expect(slot.taken).toBe(0)
})

test('rejects a turn that waits too long, and one whose operation has ended', async () => {
  const slot = new Slots(1, { most: 2, ms: 30 })
  const [first, second, left] = [new LongTurn(slot), new LongTurn(slot), new LongTurn(slot)]
  await first.take()
  await expect(second.take()).rejects.toThrow(LongResponsesError)
  // A probe of the circuit breaker goes on after its caller has left.
  const probing = left.take()
  left.end()
  first.end()
  await expect(probing).rejects.toThrow('The caller has left')
  expect(slot.taken).toBe(0)
})
