import { afterAll, beforeAll, expect, test } from 'vitest'
import { CostlyAttack } from './costly-attack'

const attack = new CostlyAttack()
beforeAll(() => attack.start())
afterAll(() => attack.stop())

test.each([
  ['invoice', 'empty lists'],
  ['invoice', 'one number'],
  ['raw', 'wide characters'],
])('the console serves other requests for %s while the API sends sixteen responses of %s', async (path, kind) => {
  const { faults, count } = await attack.run(path, kind)
  expect(faults).toEqual([])
  expect(count).toBeGreaterThan(0)
})
