// oxlint-disable-next-line no-restricted-imports -- the fake API's resources are shared with the browser tests
import { plainInvoice, plainPrice, plainSubscription, plainTransaction } from '../fake-billing-api/plain-resources'
import type { InvoiceView } from '@/contract/console/invoice'
import type { SubscriptionView } from '@/contract/console/subscription'
import type { TransactionPageView } from '@/contract/console/transaction'
import { invoiceView } from '@/lib/server/billing-api/tolerant/invoice-view'
import { parseResponse } from '@/lib/server/billing-api/tolerant/parse-response'
import { subscriptionView } from '@/lib/server/billing-api/tolerant/subscription-view'
import { entryMarks } from '@/lib/server/ledger/list-transactions'
import { transactionPageView } from '@/lib/server/billing-api/tolerant/transaction-view'
import { seededRandom, type SeededRandom } from './seeded-random'

/** The ways in which a field of another API's response may change between releases. */
const MUTATIONS = ['drop', 'null', 'retype', 'unknownValue', 'unknownField'] as const
const OTHER_TYPES = [17, -0.5, 1e300, true, false, '', ' ', 'a text', [], [1], [[]], [null], {}, { odd: 1 }] as const
const MAX_MUTATIONS = 4

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
type Path = readonly (string | number)[]

export interface Mutation {
  kind: (typeof MUTATIONS)[number]
  path: Path
  /** The value before and after; undefined when the field is missing. */
  was: Json | undefined
  value: Json | undefined
}

interface Views {
  subscription: SubscriptionView
  invoice: InvoiceView
  ledger: TransactionPageView
}
export type ResponseKind = keyof Views

export interface MutatedResponse<Kind extends ResponseKind = ResponseKind> {
  kind: Kind
  body: Json
  /** The mutations in the order of their application. */
  mutations: Mutation[]
}

const TIERS = {
  tiers: [
    { start: 0, end: 10, price: 0.5 },
    { start: 10, end: null, price: 0.25 },
  ],
  minimum: 5,
}
const PRICES = [
  { price: plainPrice },
  { price: { ...plainPrice, id: 'price-tier', priceType: 'tier', rules: TIERS } },
  {
    price: {
      ...plainPrice,
      id: 'price-fixed',
      priceType: 'fixed',
      rules: { price: 9, quantity: 1, cadence: 'monthly' },
    },
  },
]

/** Responses with every field of the interface document. `ledger` is a page of two entries. */
const COMPLETE_RESPONSES: Record<ResponseKind, Json> = {
  subscription: { id: 'sub', ...plainSubscription, plan: { ...plainSubscription.plan, prices: PRICES } },
  invoice: { id: 'inv', ...plainInvoice },
  ledger: {
    results: [plainTransaction, { ...plainTransaction, id: 'second', allocationBlock: null }],
    count: 2,
    pages: 1,
    currentPage: 1,
  },
}

/** Returns a response with one to four mutations of any field but the requested id. A seed always gives the same result. */
export function mutatedResponse<Kind extends ResponseKind>(kind: Kind, seed: number): MutatedResponse<Kind> {
  const random = seededRandom(seed)
  let body: Json = COMPLETE_RESPONSES[kind]
  const mutations: Mutation[] = []
  for (let count = 1 + random.integer(MAX_MUTATIONS); count > 0; count -= 1) {
    const mutation = mutationOf(body, random)
    body = withMutation(body, mutation)
    mutations.push(mutation)
  }
  return { kind, body, mutations }
}

/** Returns the same response without one of its mutations. A mutation that no longer fits is skipped. */
export function withoutMutation({ kind, mutations }: MutatedResponse, left: Mutation): Json {
  return mutations.filter((mutation) => mutation !== left).reduce(withMutation, COMPLETE_RESPONSES[kind])
}

const CONTEXT = { amountUnit: 'major', asOf: '2027-02-10T12:00:00.000Z' } as const
const REQUEST = { externalId: 'acme', page: 1, pageSize: 20 }
const READERS: { [Kind in ResponseKind]: (json: unknown) => Views[Kind] } = {
  subscription: (json) => subscriptionView(json, CONTEXT),
  invoice: (json) => invoiceView(json, CONTEXT),
  ledger: (json) => {
    const page = transactionPageView(json, REQUEST, CONTEXT)
    return { ...page, marks: entryMarks(page.results) }
  },
}

/** Returns the console's view of a response. A ledger is read as the first page of `acme`. */
export const viewOf = <Kind extends ResponseKind>(kind: Kind, body: Json): Views[Kind] =>
  READERS[kind](parseResponse(JSON.stringify(body)).json)

/** Returns a path in the format of drift: `plan.prices[0].price`. */
export const placeOf = (path: Path) =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('')

function mutationOf(body: Json, random: SeededRandom): Mutation {
  const kind = random.of(MUTATIONS)
  const unknownText = `unheard of ${random.integer(1_000)}`
  if (kind === 'unknownField') {
    const objects = [...placesOf(body)].filter(({ value }) => isObject(value))
    const { path = [] } = objects[random.integer(objects.length)] ?? {}
    return { kind, path: [...path, unknownText], was: undefined, value: 1 }
  }
  const fields = [...placesOf(body)].filter(
    ({ path: [first, ...rest] }) => rest.length > 0 || !REQUIRED_FIELDS.has(first),
  )
  const { path = [], value: was } = fields[random.integer(fields.length)] ?? {}
  const value = { drop: undefined, null: null, retype: random.of(OTHER_TYPES), unknownValue: unknownText }[kind]
  return { kind, path, was, value }
}

/** Fields that a valid response needs; undefined is the response itself. They are never mutated. */
const REQUIRED_FIELDS = new Set<string | number | undefined>(['id', 'results', undefined])

const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Yields each value in a response, starting with the response itself. */
function* placesOf(value: Json, path: Path = []): Generator<{ path: Path; value: Json }> {
  yield { path, value }
  if (typeof value !== 'object' || value === null) return
  for (const [name, child] of Object.entries(value))
    yield* placesOf(child, [...path, Array.isArray(value) ? Number(name) : name])
}

/** Returns a copy with the mutation applied, or unchanged when its path does not exist. List items cannot be dropped. */
function withMutation(value: Json, { path: [name, ...rest], value: put }: Pick<Mutation, 'path' | 'value'>): Json {
  if (name === undefined) return put ?? null
  const inner = (child: Json) => withMutation(child, { path: rest, value: put })
  if (Array.isArray(value)) return value.map((item: Json, index) => (index === name ? inner(item) : item))
  if (!isObject(value)) return value
  const others = Object.entries(value).filter(([field]) => field !== name)
  if (rest.length === 0) return Object.fromEntries(put === undefined ? others : [...others, [name, put]])
  const child = value[name]
  return child === undefined ? value : { ...value, [name]: inner(child) }
}
