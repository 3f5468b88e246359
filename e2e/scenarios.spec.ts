import { PROVE_ONLY, tally } from '../scripts/test/volume.mjs'
import { tryRead } from './fixtures/try-read'
import { test } from './fixtures/fake-api-test'
import { READ_SCENARIOS } from '@/testing/fake-billing-api/scenarios'

// Any free worker takes the next test.
test.describe.configure({ mode: 'parallel' })

/* `npm test` renders these pages without a browser: app/(console)/scenarios.test.tsx. */
for (const scenario of READ_SCENARIOS)
  test(
    `${scenario.kind}: ${scenario.gap}: ${scenario.name}`,
    { tag: PROVE_ONLY },
    async ({ page, watch, fakeApiUrl }) => {
      // Responses of many megabytes, each read several times.
      if (scenario.gap === 'Sizes') test.slow()
      await tryRead(page, watch, scenario, fakeApiUrl)
      tally('scenarios of another API’s answers to a read', 1)
    },
  )
