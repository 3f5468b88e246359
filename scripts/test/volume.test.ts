import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { tallies, tally } from './volume.mjs'

it('prints what was tried, and sums it up over all tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-tally-'))
  const file = join(folder, 'tally')
  const printed = vi.spyOn(console, 'log').mockReturnValue()
  vi.stubEnv('TALLY_FILE', file)
  expect(tallies(file)).toEqual([])
  tally('races', 1000)
  tally('requests', 7)
  tally('races', 1000)
  expect(printed).toHaveBeenCalledWith('Tried: 1,000 races')
  expect(tallies(file)).toEqual(['2,000 races', '7 requests'])
  vi.unstubAllEnvs()
  printed.mockRestore()
  rmSync(folder, { recursive: true })
})
