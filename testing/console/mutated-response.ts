import { z } from 'zod'
import { Invoice } from '@/contract/billing/invoice'
import { JsonNumber } from '@/contract/billing/scalars'
import { ExpandedSubscription } from '@/contract/billing/subscription'
import { TransactionPage } from '@/contract/billing/transaction'
import type { InvoiceView } from '@/lib/invoices/invoice'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import type { TransactionPageView } from '@/lib/ledger/transaction'
import { isJsonObject, stringifyExactJson } from '@/contract/exact-json'
import { invoiceView, parseResponse, subscriptionView, transactionPageView } from '@/testing/console/whole-views'

export type FieldKind = 'text' | 'choice' | 'number' | 'count' | 'instant' | 'flag' | 'object' | 'list'
type Path = readonly (string | number)[]

/** A field of a response as the contract declares it. */
export interface ContractField {
  path: Path
  kind: FieldKind
}

interface Views {
  subscription: SubscriptionView
  invoice: InvoiceView
  ledger: TransactionPageView
}
export type ResponseKind = keyof Views
export const RESPONSE_KINDS = ['subscription', 'invoice', 'ledger'] as const

/** Values that another billing API may send in any field. */
export const ODD_VALUES = {
  'an object': { odd: 1 },
  'a list': [],
  'a flag': true,
  'a flag as text': 'true',
  'a text': 'unheard of',
  'an empty text': '',
  'a blank text': ' ',
  'a script': '<script>globalThis.owned = 1</script>',
  'a bidi override': 'evil \u202E\u2067gpj.exe',
  'a number': new JsonNumber('1767605400'),
  'a number as text': '17',
  'a fraction': new JsonNumber('0.30000000000000004'),
  'a number below zero': new JsonNumber('-7'),
  'a number beyond a float': new JsonNumber('1e400'),
  'a number of 62 decimals': new JsonNumber(`0.${'0'.repeat(58)}1234`),
  'a number of 400 digits': new JsonNumber('9'.repeat(400)),
  'a number with a comma': '1,5',
  'a day that does not exist': '2026-02-30',
} as const

const SCHEMAS = { subscription: ExpandedSubscription, invoice: Invoice, ledger: TransactionPage }
/** Fields without which a response is not the expected object. */
const REQUIRED = new Set(['id', 'results'])
/** Fields that the readers take for another kind than the contract, with a value of it. */
const OTHER_KINDS: Readonly<Record<string, [kind: FieldKind, value: unknown]>> = {
  vanityId: ['text', new JsonNumber('1042')],
  billableType: ['text', 'metric'],
  entityType: ['choice', 'metric'],
}

/** Returns a response with every field of the contract, and adds its fields to `fields`. Rules are read by their own table. */
function completeValue(schema: unknown, path: Path, fields: ContractField[]): unknown {
  const isNamed = path.length > 1 || !REQUIRED.has(String(path[0]))
  const add = (kind: FieldKind) => path.length > 0 && isNamed && void fields.push({ path, kind })
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return completeValue(schema.unwrap(), path, fields)
  if (schema instanceof z.ZodObject) {
    add('object')
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, field]) => [name, completeValue(field, [...path, name], fields)]),
    )
  }
  if (schema instanceof z.ZodArray) {
    add('list')
    return [completeValue(schema.element, [...path, 0], fields)]
  }
  if (schema instanceof z.ZodUnknown) return { price: new JsonNumber('2.50') }
  const [kind, value] = scalarOf(schema, String(path.at(-1)))
  add(kind)
  return value
}

function scalarOf(schema: unknown, name: string): [kind: FieldKind, value: unknown] {
  const other = OTHER_KINDS[name]
  if (other) return other
  if (schema instanceof z.ZodISODateTime) return ['instant', '2026-01-05T09:30:00.000Z']
  if (schema instanceof z.ZodCodec && schema.def.out instanceof z.ZodString) return ['number', new JsonNumber('12.5')]
  if (schema instanceof z.ZodCodec) return ['count', new JsonNumber('1')]
  if (schema instanceof z.ZodBoolean) return ['flag', false]
  if (schema instanceof z.ZodEnum) return ['choice', schema.options[0]]
  if (schema instanceof z.ZodString) return textOf(schema, name)
  throw new TypeError(`${name} has no odd values`)
}

/** An open list of the contract names its values as examples. One value alone is an example, not a list. */
function textOf(schema: z.ZodString, name: string): [kind: FieldKind, value: unknown] {
  const sent = schema.meta()?.['examples']
  const [first, second]: readonly unknown[] = Array.isArray(sent) ? sent : []
  return second === undefined ? ['text', first ?? `the ${name}`] : ['choice', first]
}

/** Returns a response with every field of the contract, and where each of them is. */
export function completeResponse(kind: ResponseKind): { body: unknown; fields: ContractField[] } {
  const fields: ContractField[] = []
  return { body: completeValue(SCHEMAS[kind], [], fields), fields }
}

/** Returns a copy with one value replaced; undefined drops it. A path that does not exist changes nothing. */
export function withValue(body: unknown, [name, ...rest]: Path, put: unknown): unknown {
  if (name === undefined) return put
  if (Array.isArray(body))
    return body.map((item: unknown, index) => (index === name ? withValue(item, rest, put) : item))
  return isJsonObject(body) ? { ...body, [name]: withValue(body[name], rest, put) } : body
}

/** Returns a path in the format of drift: `plan.prices[0].price`. */
export const placeOf = (path: Path) =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('')

const CONTEXT = { amountUnit: 'major', asOf: '2027-02-10T12:00:00.000Z' } as const
const READERS: { [Kind in ResponseKind]: (json: unknown) => Views[Kind] } = {
  subscription: (json) => subscriptionView(json, CONTEXT),
  invoice: (json) => invoiceView(json, CONTEXT),
  ledger: (json) => transactionPageView(json, { externalId: 'acme', page: 1, pageSize: 20 }, CONTEXT),
}

/** Returns the console's view of a response. A ledger is read as the first page of `acme`. */
export const viewOf = <Kind extends ResponseKind>(kind: Kind, body: unknown): Views[Kind] =>
  READERS[kind](parseResponse(stringifyExactJson(body)).json)
