import { afterEach, describe, expect, it, vi } from 'vitest'
import { problemOfCode } from '@/lib/core/errors'
import { BUILD_HEADER } from '@/lib/core/request-headers'
import { readOperation, sendOperation } from './api'

const CANCEL = { id: 'sub_1', reason: 'Asked for' }
const PROBLEM_JSON = { 'content-type': 'application/problem+json' }

/** Answers the next request of the page as a proxy or the console does. */
function respondWith(status: number, json: object, headers: Record<string, string> = PROBLEM_JSON) {
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(json, { status, headers })))
}

afterEach(() => void vi.unstubAllGlobals())

describe('sendOperation', () => {
  it.each([
    ['a failure with a code of ours', 504, { type: 'about:blank', status: 504, code: 'timed_out', detail: 'Too late' }],
    ['a success without a word of ours', 200, { ok: true }],
    ['a success that is no object', 200, []],
  ])('reports an unknown outcome when a proxy responds instead of the console: %s', async (_, status, json) => {
    respondWith(status, json)
    await expect(sendOperation('cancelSubscription', CANCEL)).rejects.toMatchObject({ problem: { outcome: 'unknown' } })
  })

  it('returns the change that the console reports', async () => {
    const change = { id: 'c1', state: 'CONFIRMED' }
    respondWith(200, { change }, { 'content-type': 'application/json' })
    expect(await sendOperation('cancelSubscription', CANCEL)).toEqual({ change })
  })
})

describe('readOperation', () => {
  it('says that the page is outdated, and reloads it, when a newer build does not know its request', async () => {
    const kept = new Map<string, string>()
    const reload = vi.fn<() => void>()
    vi.stubGlobal('window', { addEventListener: () => undefined })
    vi.stubGlobal('location', { pathname: '/status', reload })
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
    })
    const unknownPath = { ...problemOfCode('route_not_found'), detail: 'The console has no such path.' }
    respondWith(404, unknownPath, { ...PROBLEM_JSON, [BUILD_HEADER]: 'a newer one' })
    await expect(readOperation('getStatus', {})).rejects.toMatchObject({
      problem: {
        title: 'The console was updated',
        detail: expect.stringContaining('Nothing was changed. Reload the page, then try again.'),
      },
    })
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
