import * as fc from 'fast-check'
import { afterAll } from 'vitest'
import { tally } from '../../scripts/tally.mjs'

/**
 * For tests: makes what tries a property, and prints at the end of the file for how many inputs they held.
 * It rejects with the smallest input for which one does not hold, and the seed that finds it again.
 */
export function propertiesOf(subject: string) {
  const inputs: number[] = []
  afterAll(() => {
    const sum = inputs.reduce((before, count) => before + count, 0)
    console.log(
      `${subject}: ${inputs.length} ${inputs.length === 1 ? 'property' : 'properties'} held, for ${sum} inputs`,
    )
    tally('inputs for which properties held', sum)
  })
  return async function holds<Input>(property: fc.IRawProperty<Input>, options: fc.Parameters<Input>): Promise<void> {
    const run = await fc.check(property, options)
    if (run.failed) throw new Error(fc.defaultReportMessage(run), { cause: run.errorInstance })
    inputs.push(run.numRuns)
  }
}
