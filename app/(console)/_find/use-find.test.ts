import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FindResult } from '@/contract/console/find'
import { shareLookups } from './use-find'

const NONE: FindResult = { hits: [], unanswered: [], indexed: [], similar: [] }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reuses the lookup of a paste, and looks up again later', async () => {
  const ask = vi.fn<() => Promise<FindResult>>().mockResolvedValue(NONE)
  const find = shareLookups(ask)
  const both = [find('sub_1'), find('sub_1')]
  await Promise.all(both)
  await find('sub_1')
  expect(ask).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(2_000)
  expect(await find('sub_1')).toEqual(NONE)
  expect(ask).toHaveBeenCalledTimes(2)
})

it('repeats a lookup that failed', async () => {
  const ask = vi
    .fn<() => Promise<FindResult>>()
    .mockResolvedValueOnce({ ...NONE, unanswered: [{ kind: 'invoice', detail: 'Busy.' }] })
    .mockRejectedValueOnce(new Error('No network'))
    .mockResolvedValue(NONE)
  const find = shareLookups(ask)
  await find('sub_1')
  expect((await find('sub_1')).unanswered).toHaveLength(3)
  expect(await find('sub_1')).toEqual(NONE)
})
