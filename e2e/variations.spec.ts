import { tried } from '../scripts/tried.mjs'
import { count, tryRead } from './fixtures/try-read'
import { test } from './fixtures/variation-test'
import { READ_SCENARIOS } from './variation-server/scenarios'

test.describe.configure({ mode: 'parallel' })
test.afterAll(() => {
  tried('scenarios of another API’s answers to a read', count.scenarios)
  tried('actions on their pages', count.actions)
})

for (const scenario of READ_SCENARIOS)
  test(`${scenario.kind}: ${scenario.gap}: ${scenario.name}`, async ({ page, watch, consoleUrl }) => {
    // Answers of many megabytes, each read several times.
    if (scenario.gap === 'Sizes') test.slow()
    await tryRead(page, watch, scenario, consoleUrl)
  })
