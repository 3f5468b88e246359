import { type ScenarioResponse, textResponse } from './response'
import {
  plainBillable,
  plainInvoice,
  plainLine,
  plainPlan,
  plainPrice,
  plainSubscription,
  plainTransaction,
} from './plain-resources'
import type { ResourceKind } from './scenario'

/** A number as the response contains it: JSON text that no JavaScript number can hold, or a numeric string. */
export interface SentNumber {
  digits: string
  asString: boolean
}

/** A response with the given numbers in its numeric fields, and where each number is shown. */
export interface NumberedResponse {
  response: ScenarioResponse
  /** The numbers in the first HTML of the page. */
  first: SentNumber[]
  /** The numbers in any field that the console reads. */
  all: SentNumber[]
  /** The amounts of the invoice lines. */
  amounts: SentNumber[]
}

/** Returns a resource that has the given numbers, in turn, in its numeric fields. */
export function withNumbers(kind: ResourceKind, id: string, numbers: readonly SentNumber[]): NumberedResponse {
  const used: Omit<NumberedResponse, 'response'> = { first: [], all: [], amounts: [] }
  const texts: string[] = []
  const take = (...lists: SentNumber[][]) => {
    const number = numbers[texts.length % numbers.length]
    if (!number) throw new Error('At least one number is needed')
    for (const list of lists) list.push(number)
    texts.push(number.asString ? JSON.stringify(number.digits) : number.digits)
    return `@number ${texts.length - 1}@`
  }
  const places = {
    first: () => take(used.all, used.first),
    folded: () => take(used.all),
    amount: () => take(used.all, used.first, used.amounts),
    envelope: () => take(),
  }
  const body = JSON.stringify(BODIES[kind](id, places))
  const response = textResponse(body.replaceAll(/"@number (\d+)@"/g, (_, index) => texts[Number(index)] ?? ''))
  return { response, ...used }
}

/** Where a number is shown: in the first HTML, when unfolded, as a line amount, or as a count of the page. */
type Places = Record<'first' | 'folded' | 'amount' | 'envelope', () => string>
type Body = (id: string, places: Places) => object

const BODIES: Record<ResourceKind, Body> = {
  subscription: (id, { first, folded }) => ({
    id,
    ...plainSubscription,
    plan: {
      ...plainPlan,
      prices: [
        {
          ...plainPrice,
          id: 'price-unit',
          name: 'Unit',
          rules: { price: first(), quantity: folded(), minimum: folded(), maximum: folded() },
          limit: first(),
          maxUsage: first(),
          billable: { ...plainBillable, displayOrder: folded() },
        },
        {
          ...plainPrice,
          id: 'price-tier',
          name: 'Tiers',
          priceType: 'tier',
          rules: {
            tiers: [
              { start: folded(), end: folded(), price: first() },
              { start: folded(), end: null, price: folded() },
            ],
            minimum: folded(),
          },
        },
        {
          ...plainPrice,
          id: 'price-fixed',
          name: 'Fixed',
          priceType: 'fixed',
          rules: { price: first(), quantity: folded(), cadence: 'monthly' },
        },
      ],
    },
  }),
  invoice: (id, { first, folded, amount }) => ({
    id,
    ...plainInvoice,
    vanityId: first(),
    vanityIdString: null,
    invoiceLineItems: Array.from({ length: 3 }, (_, index) => ({
      ...plainLine,
      id: `line-${index}`,
      amount: amount(),
      details: {
        quantity: first(),
        unitPrice: first(),
        subItems: [{ name: 'Part', quantity: folded(), price: folded(), amount: folded() }],
        appliedMinimum: folded(),
        appliedMaximum: folded(),
      },
      price: { ...plainLine.price, rules: { quantity: folded(), price: folded() } },
    })),
  }),
  customer: (_, { first, folded, envelope }) => ({
    results: Array.from({ length: 3 }, (__, index) => ({
      ...plainTransaction,
      id: `tx-${index}`,
      amount: first(),
      previousBalance: folded(),
      newBalance: first(),
      allocationBlock: {
        ...plainTransaction.allocationBlock,
        amount: first(),
        invoice: { id: 'i', vanityId: folded() },
      },
    })),
    count: envelope(),
    pages: envelope(),
    currentPage: envelope(),
  }),
}
