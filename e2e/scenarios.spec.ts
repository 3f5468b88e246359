import { volume } from '../scripts/volume.mjs'
import { isMissing, tryFirstHtml, tryRead } from './fixtures/try-read'
import { test } from './fixtures/fake-api-test'
import { oneOfEach, type ReadScenario } from '@/testing/fake-billing-api/scenario'
import { READ_SCENARIOS } from '@/testing/fake-billing-api/scenarios'

// Each is taken by the worker that is free: without hooks, or they are cut in two halves, one longer than the other.
test.describe.configure({ mode: 'parallel' })

const outcomeOf = (scenario: ReadScenario) => {
  if (scenario.problem === undefined) return 'shows'
  return isMissing(scenario) ? 'does not exist' : 'fails'
}

const IN_FULL = volume({ test: 0, prove: 1 }) === 1
/** Another size of what the tests of its pages see read, leafed through and printed. */
const LARGE = ['20,000 lines', '3,000 prices']
/** All; what is late is waited for by the tests of the billing client, and its page is that of other failures. */
const scenarios = IN_FULL
  ? READ_SCENARIOS
  : READ_SCENARIOS.filter(({ gap, name }) => gap !== 'Deadlines' && !LARGE.includes(name))
/** In `npm test` one of each kind of page that shows something, that fails and that does not exist is acted on. */
const actedOn = new Set(
  IN_FULL ? scenarios : oneOfEach(scenarios, (scenario) => `${scenario.kind} ${outcomeOf(scenario)}`),
)
/** Besides them hostile texts run their scripts, and so does what the first HTML does not show. */
const scripted = new Set([
  ...actedOn,
  ...scenarios.filter(({ gap, name }) => gap === 'Hostile strings' && name.startsWith('in every text')),
])

for (const scenario of scenarios)
  test(`${scenario.kind}: ${scenario.gap}: ${scenario.name}`, async ({ unscripted, page, watch, fakeApiUrl }) => {
    // Answers of many megabytes, each read several times.
    if (scenario.gap === 'Sizes') test.slow()
    const isShown = await tryFirstHtml(unscripted.page, unscripted.watch, scenario, fakeApiUrl)
    if (isShown && !scripted.has(scenario)) return
    await tryRead(page, watch, scenario, { baseUrl: fakeApiUrl, acts: actedOn.has(scenario) })
  })
