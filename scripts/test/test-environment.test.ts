import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { ROOT } from '../root.mjs'
import { testEnvironment } from './test-environment.mjs'

const text = readFileSync(join(ROOT, '.env.example'), 'utf8')
const settings = [...text.matchAll(/^#([A-Z_]+)=/gm)].map(([, name = '']) => name)

it('removes the settings of the programs, and keeps those of the tests', () => {
  expect(settings).toContain('LOG_LEVEL')
  for (const name of settings) vi.stubEnv(name, 'odd')
  const environment = testEnvironment({ TALLY_FILE: '/tmp/tally' })
  expect(Object.keys(environment).filter((name) => settings.includes(name))).toEqual(['CHROMIUM_PATH'])
  expect(environment).toMatchObject({ PATH: process.env.PATH, TALLY_FILE: '/tmp/tally' })
  vi.unstubAllEnvs()
})
