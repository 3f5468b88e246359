// oxlint-disable-next-line no-restricted-imports -- the foreign API's resources are shared with the browser tests and live in their room
import { plainInvoice, plainPrice, plainSubscription, plainTransaction } from '../fake-billing-api/plain-resources'
import type { InvoiceView } from '@/contract/console/invoice'
import type { SubscriptionView } from '@/contract/console/subscription'
import type { TransactionPageView } from '@/contract/console/transaction'
import { invoiceView } from '@/lib/server/billing-api/tolerant/invoice-view'
import { parseResponse } from '@/lib/server/billing-api/tolerant/parse-response'
import { subscriptionView } from '@/lib/server/billing-api/tolerant/subscription-view'
import { transactionPageView } from '@/lib/server/billing-api/tolerant/transaction-page-view'
import { seededRandom, type SeededRandom } from './seeded-random'

/** What a foreign API may do to a field of an answer from one release to the next. */
const MUTATIONS = ['drop', 'null', 'retype', 'unknownValue', 'unknownField'] as const
const OTHER_TYPES = [17, -0.5, 1e300, true, false, '', ' ', 'a text', [], [1], [[]], [null], {}, { odd: 1 }] as const
const MOST_MUTATIONS = 4

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
type Path = readonly (string | number)[]

export interface Mutation {
  kind: (typeof MUTATIONS)[number]
  path: Path
  /** What stood there, and what does now; undefined where nothing does. */
  was: Json | undefined
  value: Json | undefined
}

interface Views {
  subscription: SubscriptionView
  invoice: InvoiceView
  ledger: TransactionPageView
}
export type AnswerKind = keyof Views

export interface MutatedAnswer<Kind extends AnswerKind = AnswerKind> {
  kind: Kind
  body: Json
  /** In the order in which they were made. */
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

/** Answers as the interface document shows them, with every field; `ledger` is a page of two rows. */
const WHOLE_ANSWERS: Record<AnswerKind, Json> = {
  subscription: { id: 'sub', ...plainSubscription, plan: { ...plainSubscription.plan, prices: PRICES } },
  invoice: { id: 'inv', ...plainInvoice },
  ledger: {
    results: [plainTransaction, { ...plainTransaction, id: 'second', allocationBlock: null }],
    count: 2,
    pages: 1,
    currentPage: 1,
  },
}

/** An answer with one to four mutations anywhere in it but at the id it was asked by; the same for the same seed. */
export function mutatedAnswer<Kind extends AnswerKind>(kind: Kind, seed: number): MutatedAnswer<Kind> {
  const random = seededRandom(seed)
  let body: Json = WHOLE_ANSWERS[kind]
  const mutations: Mutation[] = []
  for (let count = 1 + random.integer(MOST_MUTATIONS); count > 0; count -= 1) {
    const mutation = mutationOf(body, random)
    body = applied(body, mutation)
    mutations.push(mutation)
  }
  return { kind, body, mutations }
}

/** The same answer without one of its mutations, as far as the others can be made then. */
export function withoutMutation({ kind, mutations }: MutatedAnswer, left: Mutation): Json {
  return mutations.filter((mutation) => mutation !== left).reduce(applied, WHOLE_ANSWERS[kind])
}

const CONTEXT = { amountUnit: 'major', asOf: '2027-02-10T12:00:00.000Z' } as const
const ASKED = { externalId: 'acme', page: 1, pageSize: 20 }
const READERS: { [Kind in AnswerKind]: (json: unknown) => Views[Kind] } = {
  subscription: (json) => subscriptionView(json, CONTEXT),
  invoice: (json) => invoiceView(json, CONTEXT),
  ledger: (json) => transactionPageView(json, ASKED, CONTEXT),
}

/** What the console reads of an answer; a ledger's was asked for as the first page of `acme`. */
export const viewOf = <Kind extends AnswerKind>(kind: Kind, body: Json): Views[Kind] =>
  READERS[kind](parseResponse(JSON.stringify(body)).json)

/** `plan.prices[0].price`, as drift names a place. */
export const placeOf = (path: Path) =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('')

function mutationOf(body: Json, random: SeededRandom): Mutation {
  const kind = random.of(MUTATIONS)
  const unheardOf = `unheard of ${random.integer(1_000)}`
  if (kind === 'unknownField') {
    const objects = [...placesOf(body)].filter(({ value }) => isObject(value))
    const { path = [] } = objects[random.integer(objects.length)] ?? {}
    return { kind, path: [...path, unheardOf], was: undefined, value: 1 }
  }
  const fields = [...placesOf(body)].filter(
    ({ path: [first, ...rest] }) => rest.length > 0 || !IS_THE_ANSWER.has(first),
  )
  const { path = [], value: was } = fields[random.integer(fields.length)] ?? {}
  const value = { drop: undefined, null: null, retype: random.of(OTHER_TYPES), unknownValue: unheardOf }[kind]
  return { kind, path, was, value }
}

/** Without these an answer is not the thing at all; undefined: the answer itself. */
const IS_THE_ANSWER = new Set<string | number | undefined>(['id', 'results', undefined])

const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Each value in an answer, the answer itself first. */
function* placesOf(value: Json, path: Path = []): Generator<{ path: Path; value: Json }> {
  yield { path, value }
  if (typeof value !== 'object' || value === null) return
  for (const [name, child] of Object.entries(value))
    yield* placesOf(child, [...path, Array.isArray(value) ? Number(name) : name])
}

/** A copy in which the mutation is made; as it was where its place is not there. An item of a list is no field: it cannot be dropped. */
function applied(value: Json, { path: [name, ...rest], value: put }: Pick<Mutation, 'path' | 'value'>): Json {
  if (name === undefined) return put ?? null
  const inner = (child: Json) => applied(child, { path: rest, value: put })
  if (Array.isArray(value)) return value.map((item: Json, index) => (index === name ? inner(item) : item))
  if (!isObject(value)) return value
  const others = Object.entries(value).filter(([field]) => field !== name)
  if (rest.length === 0) return Object.fromEntries(put === undefined ? others : [...others, [name, put]])
  const child = value[name]
  return child === undefined ? value : { ...value, [name]: inner(child) }
}
