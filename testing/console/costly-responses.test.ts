import { afterAll, beforeAll, expect, test } from 'vitest'
import { CostlyAttack } from './costly-attack'

const attack = new CostlyAttack()
beforeAll(() => attack.start())
afterAll(() => attack.stop())

test.each([
  ['invoice', 'empty lists'],
  ['invoice', 'one number'],
  ['raw', 'wide characters'],
])('the console serves others while the API sends for %s, sixteen times: %s', async (path, kind) => {
  const { faults, count } = await attack.run(path, kind)
  expect(faults).toEqual([])
  expect(count).toBeGreaterThan(0)
})
