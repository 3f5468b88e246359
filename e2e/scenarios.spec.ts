import { volume } from '../scripts/test/volume.mjs'
import { tryFirstHtml, tryRead } from './fixtures/try-read'
import { test } from './fixtures/fake-api-test'
import { isMissing, oneOfEach, type ReadScenario } from '@/testing/fake-billing-api/scenario'
import { READ_SCENARIOS } from '@/testing/fake-billing-api/scenarios'

// Any free worker takes the next test. The file has no hooks, because Playwright would then split it in two uneven halves.
test.describe.configure({ mode: 'parallel' })

const outcomeOf = (scenario: ReadScenario) => {
  if (scenario.problem === undefined) return 'shows'
  return isMissing(scenario) ? 'does not exist' : 'fails'
}

const IN_FULL = volume({ test: 0, prove: 1 }) === 1
/** One successful, one failed and one missing page of each kind: `npm test` acts on these. */
const oneOfEachKind = oneOfEach(
  READ_SCENARIOS.filter(({ gap }) => gap !== 'Deadlines'),
  (scenario) => `${scenario.kind} ${outcomeOf(scenario)}`,
)
const hostile = READ_SCENARIOS.filter(({ gap, name }) => gap === 'Hostile strings' && name.startsWith('in every text'))
const actedOn = new Set(IN_FULL ? READ_SCENARIOS : oneOfEachKind)
/** Scenarios with hostile texts also run with scripts, and so do those that the first HTML does not show. */
const scripted = new Set([...actedOn, ...hostile])
/** `npm test` renders all scenarios without a browser (app/(console)/scenarios.test.tsx). */
const scenarios = IN_FULL ? READ_SCENARIOS : [...scripted]

for (const scenario of scenarios)
  test(`${scenario.kind}: ${scenario.gap}: ${scenario.name}`, async ({ unscripted, page, watch, fakeApiUrl }) => {
    // Responses of many megabytes, each read several times.
    if (scenario.gap === 'Sizes') test.slow()
    const isShown = await tryFirstHtml(unscripted.page, unscripted.watch, scenario, fakeApiUrl)
    if (isShown && !scripted.has(scenario)) return
    await tryRead(page, watch, scenario, { baseUrl: fakeApiUrl, acts: actedOn.has(scenario) })
  })
