import { expect, test, vi } from 'vitest'
import { runToEnd, type Pieces } from '@/contract/pieces'
import { runInPieces } from './in-pieces'

/** Yields pieces of 5 ms each, by the test's clock. */
function* counted(pieces: number, clock: { ms: number }, seen: string[]): Pieces<number> {
  for (let piece = 0; piece < pieces; piece += 1) {
    clock.ms += 5
    seen.push(`piece ${piece}`)
    yield
  }
  return pieces
}

test('yields to other work every 20 ms', async () => {
  const [clock, seen]: [{ ms: number }, string[]] = [{ ms: 0 }, []]
  vi.spyOn(performance, 'now').mockImplementation(() => clock.ms)
  const another = () => void seen.push('another')
  setImmediate(() => {
    another()
    setImmediate(another)
  })
  const done = runInPieces(counted(9, clock, seen))
  expect(await done).toBe(9)
  vi.restoreAllMocks()
  expect(seen.map((each) => each.replace('piece ', '')).join(' ')).toBe('0 1 2 3 another 4 5 6 7 another 8')
})

test('returns the same result without interruption', () => {
  expect(runToEnd(counted(3, { ms: 0 }, []))).toBe(3)
})

function* failing(): Pieces<never> {
  yield
  throw new Error('here')
}

test('rejects with the error of a piece', async () => {
  await expect(runInPieces(failing())).rejects.toThrow('here')
  expect(() => runToEnd(failing())).toThrow('here')
})
