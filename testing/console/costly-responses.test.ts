import { afterAll, beforeAll, expect, test } from 'vitest'
import { CostlyAttack } from './costly-attack'

const attack = new CostlyAttack()
beforeAll(() => attack.start())
afterAll(() => attack.stop())

test.each([
  ['invoice', 'empty lists'],
  ['raw', 'wide characters'],
])('the console serves other requests during sixteen costly responses for %s: %s', async (path, kind) => {
  const { faults, count } = await attack.run(path, kind)
  expect(faults).toEqual([])
  expect(count).toBeGreaterThan(0)
})
