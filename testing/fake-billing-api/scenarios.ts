import { JsonNumber } from '@/contract/billing/scalars'
import { HOSTILE } from './hostile-text'
import { SCENARIO_IDS } from './ids'
import { INVOICE_SCENARIOS } from './invoice-scenarios'
import { LEDGER_SCENARIOS } from './ledger-scenarios'
import {
  everyValue,
  plainInvoice,
  plainLine,
  plainPlan,
  plainPrice,
  plainSubscription,
  plainTransaction,
  wholeInvoice,
  wholeRow,
  wholeSubscription,
} from './plain-resources'
import { jsonResponse } from './response'
import { RESOURCE_KINDS, type RequestedPage, type ResourceKind, type Scenario, type Sent } from './scenario'
import { SUBSCRIPTION_SCENARIOS } from './subscription-scenarios'

/** Valid JSON numbers that programs often read wrongly. */
const ODD_NUMBERS: readonly string[] = [
  '5.551115123125783e-17',
  '1e400',
  '1e-400',
  '1E+5',
  '-1.50e1',
  '0.30000000000000004',
  `1e${'9'.repeat(15)}`,
  `0.${'0'.repeat(58)}1234`,
  `-${'9'.repeat(400)}`,
  `0.${'1'.repeat(400)}`,
]

type Replace = (value: unknown, path: string) => unknown
type Expected = Pick<Scenario, 'shows' | 'never' | 'unknown'>

/** Returns a resource of a kind with every value replaced but the ID and the counts of a page. */
const BODIES: Record<ResourceKind, (id: string, replace: Replace) => object> = {
  subscription: (id, replace) => ({ ...everyValue(wholeSubscription, replace), id }),
  invoice: (id, replace) => ({ ...everyValue(wholeInvoice, replace), id }),
  customer: (_, replace) => ({ ...everyValue({ results: [wholeRow] }, replace), count: 1, pages: 1, currentPage: 1 }),
}

const HOSTILE_IDS: Partial<Record<ResourceKind, string>> = {
  subscription: SCENARIO_IDS.subscription.hostile,
  invoice: SCENARIO_IDS.invoice.hostile,
}

function everyField(kind: ResourceKind, name: string, replace: Replace, expected: Expected): Scenario {
  const ids = name === 'hostile' ? HOSTILE_IDS : {}
  const id = ids[kind] ?? `${kind}: ${name}`
  return { name, kind, id, sent: jsonResponse(BODIES[kind](id, replace)), ...expected }
}

/** True for rules, which the console shows as sent. */
const isRule = (path: string) => /(^|\.)rules\./.test(path)

/** Returns a scenario with an object in place of every value. It contains the path of its field, and is shown. */
function unreadable(kind: ResourceKind): Scenario {
  const shows: string[] = []
  const replace: Replace = (_, path) => {
    const odd = { at: path }
    shows.push(`${isRule(path) ? '' : 'Unreadable: '}${JSON.stringify(odd)}`)
    return odd
  }
  const never = [/Not sent|fields? not sent|Status not sent|\b[Nn]o [\w ]+ sent/]
  const scenario = everyField(kind, 'unreadable', replace, { never })
  return { ...scenario, shows: shows.filter((text) => kind === 'customer' || !text.includes('"at":"id"')) }
}

const NULLS_SHOW = {
  subscription: ['Status not sent', 'Plan without a name', 'Price without a name'],
  invoice: ['Status not sent', 'Total not known: no line has a readable amount.'],
  customer: ['Not sent'],
}
const hostileText: Replace = (value, path) =>
  typeof value !== 'string' ? value : path.endsWith('Url') ? HOSTILE.link : HOSTILE.all

const numbers = ODD_NUMBERS.flatMap((digits) => [new JsonNumber(digits), digits])
const numbered = (make: (number: unknown) => object) =>
  numbers.map((number, index) => ({ ...make(number), id: `${index}` }))

const price = (number: unknown) => ({ ...plainPrice, name: 'Odd', rules: { price: number }, limit: number })
const line = (number: unknown) => ({ ...plainLine, amount: number, details: { quantity: number, unitPrice: number } })
const row = (number: unknown) => ({ ...plainTransaction, amount: number, newBalance: number })
const NUMBERED: Record<ResourceKind, object> = {
  subscription: { ...plainSubscription, plan: { ...plainPlan, prices: numbered(price) } },
  invoice: { ...plainInvoice, invoiceLineItems: numbered(line) },
  customer: { results: numbered(row), count: numbers.length, pages: 1, currentPage: 1 },
}

/** Returns a scenario with each odd number, as a number and as text, in a price, a line or a row of its own. */
function oddNumbers(kind: ResourceKind): Scenario {
  const id = `${kind}: odd numbers`
  const shows = ['1e400', '100,000', '0.00000000000000005551115123125783', '56 more digits']
  return { name: 'odd numbers', kind, id, sent: jsonResponse({ ...NUMBERED[kind], id }), shows, never: [/Infinity/] }
}

/** The named scenarios: what other billing APIs send that the pages must show well. */
export const SCENARIOS: readonly Scenario[] = [
  ...RESOURCE_KINDS.flatMap((kind) => [
    everyField(kind, 'no value in any field', () => null, {
      shows: NULLS_SHOW[kind],
      never: [/unlimited|no limit|∞/i],
    }),
    unreadable(kind),
    everyField(kind, 'hostile', hostileText, { shows: [HOSTILE.all], unknown: [HOSTILE.all] }),
    oddNumbers(kind),
  ]),
  ...SUBSCRIPTION_SCENARIOS,
  ...INVOICE_SCENARIOS,
  ...LEDGER_SCENARIOS,
]

const sentOf = new Map<string, Sent>(SCENARIOS.map(({ kind, id, sent }) => [`${kind} ${id}`, sent]))

/** Returns the response of a scenario to a read, or undefined when the ID belongs to none. */
export function scenarioRead(kind: ResourceKind, id: string, page: RequestedPage) {
  const sent = sentOf.get(`${kind} ${id}`)
  return typeof sent === 'function' ? sent(page) : sent
}
