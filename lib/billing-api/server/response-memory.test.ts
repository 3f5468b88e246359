import { expect, test } from 'vitest'
import { emptyMemoryState, type MemoryShare, MemoryLimitError, NoMemoryError, ResponseMemory } from './response-memory'

const STEP = 2 * 1024 * 1024
const memoryOf = (queueMs = 5_000) => new ResponseMemory(queueMs, emptyMemoryState(), 10 * STEP)
const { signal } = new AbortController()

/** Opens a share that stays until `end` is called. */
async function open(memory: ResponseMemory): Promise<{ share: MemoryShare; end: () => void }> {
  return new Promise((opened) => {
    void memory.use((share) => new Promise<void>((end) => opened({ share, end })))
  })
}

test('never delays a response below one step', async () => {
  const memory = memoryOf()
  await (await open(memory)).share.growTo(10 * STEP, signal)
  expect((await open(memory)).share.growTo(STEP - 1, signal)).toBeUndefined()
})

test('lets a long response wait until others end', async () => {
  const memory = memoryOf()
  const [first, second] = [await open(memory), await open(memory)]
  expect(first.share.growTo(6 * STEP, signal)).toBeUndefined()
  expect(second.share.growTo(3 * STEP, signal)).toBeUndefined()
  const growing = second.share.growTo(8 * STEP, signal)
  expect(memory.state.takenBytes).toBe(9 * STEP)
  first.end()
  await growing
  expect(memory.state).toEqual({ takenBytes: 8 * STEP, isHolderWaiting: false })
  second.end()
  await expect.poll(() => memory.state.takenBytes).toBe(0)
})

test('lets one response that holds memory wait for more, ahead of every later response', async () => {
  const memory = memoryOf()
  const [first, second, third] = [await open(memory), await open(memory), await open(memory)]
  for (const { share } of [first, second]) expect(share.growTo(5 * STEP, signal)).toBeUndefined()
  const growing = first.share.growTo(6 * STEP, signal)
  await expect(second.share.growTo(6 * STEP, signal)).rejects.toThrow(NoMemoryError)
  const isThirdGrown = third.share.growTo(3 * STEP, signal)?.then(() => true)
  second.end()
  await growing
  expect(await isThirdGrown).toBe(true)
  expect(memory.state).toEqual({ takenBytes: 9 * STEP, isHolderWaiting: false })
})

test('rejects a response that alone exceeds the memory, and one that waits too long', async () => {
  const memory = memoryOf(30)
  const { share, end } = await open(memory)
  expect(() => share.growTo(11 * STEP, signal)).toThrow(MemoryLimitError)
  expect(share.growTo(10 * STEP, signal)).toBeUndefined()
  await expect(memory.use(async (other) => other.growTo(STEP, signal))).rejects.toThrow(NoMemoryError)
  end()
  await expect.poll(() => memory.state).toEqual({ takenBytes: 0, isHolderWaiting: false })
})

test('takes no memory for a caller that has left, before or during the wait', async () => {
  const memory = memoryOf()
  const first = await open(memory)
  expect(first.share.growTo(10 * STEP, signal)).toBeUndefined()
  const caller = new AbortController()
  const waiting = memory.use(async (other) => other.growTo(STEP, caller.signal))
  // A probe of the circuit breaker continues after its caller has left.
  const left = await open(memory)
  const probing = left.share.growTo(STEP, signal)
  caller.abort()
  left.end()
  await expect(waiting).rejects.toThrow(NoMemoryError)
  await expect(probing).rejects.toThrow(NoMemoryError)
  expect(() => left.share.growTo(STEP, signal)).toThrow(NoMemoryError)
  first.end()
  await expect.poll(() => memory.state).toEqual({ takenBytes: 0, isHolderWaiting: false })
})
