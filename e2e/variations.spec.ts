import { tally } from '../scripts/tally.mjs'
import { volume } from '../scripts/volume.mjs'
import { count, tryFirstHtml, tryRead } from './fixtures/try-read'
import { test } from './fixtures/variation-test'
import { oneOfEach } from './variation-server/scenario'
import { READ_SCENARIOS } from './variation-server/scenarios'

test.describe.configure({ mode: 'parallel' })
test.afterAll(() => {
  tally('scenarios of another API’s answers to a read', count.scenarios)
  tally('of them with scripts, unfolded and acted on', count.scripted)
  tally('actions on their pages', count.actions)
})

const IN_FULL = volume({ test: 0, prove: 1 }) === 1
/** All; `npm test` leaves what is very large to the tests of its pages, which see it read, leafed through and printed. */
const LARGE = ['20,000 lines', '3,000 prices']
const scenarios = IN_FULL ? READ_SCENARIOS : READ_SCENARIOS.filter(({ name }) => !LARGE.includes(name))
/** In `npm test` one of each row of gaps.md runs its scripts, and so does what the first HTML does not show. */
const scripted = new Set(IN_FULL ? scenarios : oneOfEach(scenarios, ({ gap }) => gap))
/** Of these, one of each kind of page that shows something and one that fails are acted on. */
const actedOn = new Set(
  IN_FULL ? scenarios : oneOfEach([...scripted], ({ kind, problem }) => `${kind} ${problem !== undefined}`),
)

for (const scenario of scenarios)
  test(`${scenario.kind}: ${scenario.gap}: ${scenario.name}`, async ({ unscripted, page, watch, consoleUrl }) => {
    // Answers of many megabytes, each read several times.
    if (scenario.gap === 'Sizes') test.slow()
    const isShown = await tryFirstHtml(unscripted.page, unscripted.watch, scenario, consoleUrl)
    if (isShown && !scripted.has(scenario)) return
    await tryRead(page, watch, scenario, { baseUrl: consoleUrl, acts: actedOn.has(scenario) })
  })
