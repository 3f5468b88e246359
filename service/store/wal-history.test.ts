import { describe, expect, it } from 'vitest'
import { WalHistory } from './wal-history'

const at = (bytes: bigint, origin = 'a') => ({ origin, bytes })

describe('WalHistory', () => {
  it('returns the time of the newest mark that a replica has replayed', () => {
    const history = new WalHistory(5_000)
    history.add({ ...at(100n), atMs: 1_000 })
    history.add({ ...at(100n), atMs: 2_000 })
    history.add({ ...at(300n), atMs: 3_000 })
    expect(history.freshAsOf(at(99n))).toBeUndefined()
    expect(history.freshAsOf(at(100n))).toBe(2_000)
    expect(history.freshAsOf(at(299n))).toBe(2_000)
    expect(history.freshAsOf(at(300n))).toBe(3_000)
    expect(history.freshAsOf(at(900n))).toBe(3_000)
  })

  it('forgets marks that are older than the bound', () => {
    const history = new WalHistory(5_000)
    history.add({ ...at(100n), atMs: 1_000 })
    history.add({ ...at(200n), atMs: 6_000 })
    expect(history.freshAsOf(at(100n))).toBe(1_000)
    history.add({ ...at(300n), atMs: 6_001 })
    expect(history.freshAsOf(at(100n))).toBeUndefined()
    expect(history.freshAsOf(at(200n))).toBe(6_000)
  })

  it('compares no positions of different origins', () => {
    const history = new WalHistory(5_000)
    history.add({ ...at(100n, 'a'), atMs: 1_000 })
    history.add({ ...at(50n, 'b'), atMs: 2_000 })
    expect(history.freshAsOf(at(900n, 'a'))).toBe(1_000)
    expect(history.freshAsOf(at(900n, 'b'))).toBe(2_000)
    expect(history.freshAsOf(at(900n, 'c'))).toBeUndefined()
    expect([history.has('a'), history.has('c')]).toEqual([true, false])
  })
})
