import * as fc from 'fast-check'
import { afterAll } from 'vitest'
import { tally } from '../../scripts/test/volume.mjs'

/**
 * For tests: returns a function that checks a property. It rejects with the smallest failing input and the seed to
 * reproduce it. At the end of the file it prints the number of inputs.
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
