import { tried } from '../scripts/tried.mjs'
import { volume } from '../scripts/volume.mjs'
import { count, tryFirstHtml, tryRead } from './fixtures/try-read'
import { test } from './fixtures/variation-test'
import type { ReadScenario } from './variation-server/scenario'
import { READ_SCENARIOS } from './variation-server/scenarios'

test.describe.configure({ mode: 'parallel' })
test.afterAll(() => {
  tried('scenarios of another API’s answers to a read', count.scenarios)
  tried('of them with scripts, unfolded and acted on', count.scripted)
  tried('actions on their pages', count.actions)
})

/** In `npm test` one of each row of gaps.md runs with scripts, and whatever its first HTML does not show; in `npm run prove` all. */
const withScripts = new Set<ReadScenario>(
  volume({ test: 0, prove: 1 }) ? READ_SCENARIOS : new Map(READ_SCENARIOS.map((each) => [each.gap, each])).values(),
)

for (const scenario of READ_SCENARIOS)
  test(`${scenario.kind}: ${scenario.gap}: ${scenario.name}`, async ({ unscripted, page, watch, consoleUrl }) => {
    // Answers of many megabytes, each read several times.
    if (scenario.gap === 'Sizes') test.slow()
    const isShown = await tryFirstHtml(unscripted.page, unscripted.watch, scenario, consoleUrl)
    if (!isShown || withScripts.has(scenario)) await tryRead(page, watch, scenario, consoleUrl)
  })
