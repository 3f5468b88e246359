import { expect, it, vi } from 'vitest'
import { askFor, findOnPath, installMissing, type Program } from './machine.mjs'

const named = (name: string, aptPackage: string): Program => ({ name, aptPackage, find: () => null })

it('names all missing programs in one line', () => {
  expect(askFor([named('PostgreSQL 15 or newer', 'postgresql'), named('curl', 'curl')]).message).toBe(
    'This machine lacks PostgreSQL 15 or newer, curl. On Debian: apt-get install postgresql curl',
  )
})

it('downloads what apt-get may not install, and returns what is still missing', async () => {
  // Only root installs packages.
  vi.spyOn(process, 'getuid').mockReturnValue(1000)
  const downloaded = new Set<string>()
  const program = (name: string, download?: () => Promise<void>): Program => ({
    ...named(name, name),
    find: () => (downloaded.has(name) ? `/opt/${name}` : null),
    download,
  })
  const had = program('had', async () => void downloaded.add('had'))
  const broken = program('broken', () => Promise.reject(new Error('no network')))
  const none = program('none')
  const log = vi.fn<(line: string) => void>()
  await expect(installMissing([had, broken, none], { log })).resolves.toEqual([broken, none])
  expect(log.mock.calls).toEqual([['no network']])
  vi.restoreAllMocks()
})

it('finds a program on PATH', () => {
  vi.stubEnv('PATH', '/nowhere:/bin:/usr/bin')
  expect(findOnPath('sh')).toMatch(/\/bin\/sh$/)
  expect(findOnPath('no-such-program')).toBeNull()
  vi.unstubAllEnvs()
})
