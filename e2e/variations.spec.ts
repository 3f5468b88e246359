import { tried, tryRead } from './fixtures/try-read'
import { test } from './fixtures/variation-test'
import { READ_SCENARIOS } from './variation-server/scenarios'

test.describe.configure({ mode: 'parallel' })
test.afterAll(() => {
  const { scenarios, pages, actions } = tried
  console.log(`Variations, one worker: ${scenarios} scenarios tried, ${pages} pages opened, ${actions} actions.`)
})

for (const scenario of READ_SCENARIOS)
  test(`${scenario.kind}: ${scenario.gap}: ${scenario.name}`, async ({ page, watch, consoleUrl }) => {
    // Answers of many megabytes, each read several times.
    if (scenario.gap === 'Sizes') test.slow()
    await tryRead(page, watch, scenario, consoleUrl)
  })
