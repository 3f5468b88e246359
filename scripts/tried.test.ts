import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { tried, triedInAll } from './tried.mjs'

it('what was tried is said, and summed up over all tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-tried-'))
  const file = join(folder, 'tried')
  const said = vi.spyOn(console, 'log').mockReturnValue()
  vi.stubEnv('TRIED_FILE', file)
  expect(triedInAll(file)).toEqual([])
  tried('races', 1000)
  tried('requests', 7)
  tried('races', 1000)
  expect(said).toHaveBeenCalledWith('Tried: 1,000 races')
  expect(triedInAll(file)).toEqual(['2,000 races', '7 requests'])
  vi.unstubAllEnvs()
  said.mockRestore()
  rmSync(folder, { recursive: true })
})
