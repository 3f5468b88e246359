import { afterAll, beforeAll, expect, test } from 'vitest'
import { tally } from '@/scripts/test/volume.mjs'
import { COSTLY_BODIES } from '../fake-billing-api/costly-bodies'
import { CostlyAttack } from './costly-attack'

const attack = new CostlyAttack()
beforeAll(() => attack.start())
afterAll(() => attack.stop())

test.each(Object.keys(COSTLY_BODIES).flatMap((kind) => [['invoice', kind] as const, ['raw', kind] as const]))(
  'the console serves other requests during 16 or 32 costly responses in a heap of 512 MiB for %s: %s',
  async (path, kind) => {
    const { faults, count } = await attack.run(path, kind)
    tally('reads answered while costly responses arrived', count)
    expect(faults).toEqual([])
  },
)
