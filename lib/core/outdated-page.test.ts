import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isCodeGone, isFromOtherBuild, reloadOutdatedPage, watchTyping, withoutReload } from './outdated-page'

const CHUNK = '/_next/static/chunks/0a1~b.js'
const failedChunk = Object.assign(new Error(`Failed to load chunk ${CHUNK} from module 7`), { name: 'ChunkLoadError' })

let kept: Map<string, string>
let reloads = 0
let openDialogs = 0
let type = () => undefined as void

/** Opens a page in the same tab. */
function openPage(pathname: string) {
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.stubGlobal('location', { pathname, reload: () => (reloads += 1) })
  vi.stubGlobal('document', {
    addEventListener: (_: string, listener: () => void) => (type = listener),
    querySelector: () => (openDialogs > 0 ? {} : null),
  })
  watchTyping()
}
const respondWith = (status: number | null) =>
  vi.stubGlobal('fetch', () => (status === null ? Promise.reject(new Error('offline')) : Promise.resolve({ status })))

beforeEach(() => {
  kept = new Map()
  reloads = 0
  openDialogs = 0
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  })
  openPage(`/invoices/${Math.random()}`)
})
afterEach(() => void vi.unstubAllGlobals())

describe('reloadOutdatedPage', () => {
  it('reloads once for each build, so never in a loop', () => {
    for (const build of ['build 2', 'build 2', 'build 3', 'build 2', 'build 3']) reloadOutdatedPage(build)
    expect(reloads).toBe(2)
  })

  it('does not reload while text is typed on the page, and does on the next page', () => {
    type()
    reloadOutdatedPage('build 2')
    expect(reloads).toBe(0)
    openPage('/invoices/next')
    reloadOutdatedPage('build 2')
    expect(reloads).toBe(1)
  })

  it('does not reload under an open dialog, nor while a change is on its way', async () => {
    openDialogs = 1
    reloadOutdatedPage('build 2')
    openDialogs = 0
    const failing = withoutReload(() => {
      reloadOutdatedPage('build 2')
      return Promise.reject(new Error('refused'))
    })
    await expect(failing).rejects.toThrow('refused')
    expect(reloads).toBe(0)
    reloadOutdatedPage('build 2')
    expect(reloads).toBe(1)
  })

  it('does not reload when it could not be noted', () => {
    vi.stubGlobal('sessionStorage', undefined)
    reloadOutdatedPage('build 2')
    expect(reloads).toBe(0)
  })
})

describe('isCodeGone', () => {
  it('reloads the page once when the console no longer has its files', async () => {
    respondWith(404)
    const anotherChunk = new Error('Failed to load chunk /_next/static/chunks/2c.js from module 8')
    expect([await isCodeGone(failedChunk), await isCodeGone(anotherChunk), reloads]).toEqual([true, true, 1])
  })

  it.each([200, 502, null])('is false when the file is there or the console does not respond: %s', async (status) => {
    respondWith(status)
    expect([await isCodeGone(failedChunk), reloads]).toEqual([false, 0])
  })

  it('is false for another error', async () => {
    respondWith(404)
    expect([await isCodeGone(new Error('x is undefined')), await isCodeGone('text'), reloads]).toEqual([
      false,
      false,
      0,
    ])
  })
})

describe('isFromOtherBuild', () => {
  it('compares the build of a response with that of the page', () => {
    expect(['unknown', '0123456789abcdef', null].map(isFromOtherBuild)).toEqual([false, true, false])
  })
})
