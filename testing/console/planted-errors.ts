import { Big } from 'big.js'
import type { InvoiceFinding } from '@/lib/invoices/finding'
import { addDays, type GeneratedInvoice, type GeneratedLine, graduated, sumOf } from './generated-invoices'

/** An invoice with one error, and where it must be found: with one of these kinds, about these lines and no others. */
interface Planted {
  invoice: GeneratedInvoice
  kinds: readonly InvoiceFinding['kind'][]
  /** True for an error that only a note names. */
  isNote?: true
  /** Positions from 1; empty for the invoice as a whole. */
  lines: number[]
}

type Plant = (invoice: GeneratedInvoice) => Planted | null

/** Changes the first line of a kind. Returns null without one. */
function changed(
  invoice: GeneratedInvoice,
  made: GeneratedLine['made'],
  kinds: Planted['kinds'],
  change: (line: GeneratedLine) => Partial<GeneratedLine> | null,
): Planted | null {
  const index = invoice.lines.findIndex((line) => line.made === made)
  const line = invoice.lines[index]
  // A credit that is larger than the changed charge would be another error.
  const isCredited = invoice.lines.some(
    (each) => each.made === 'credit' && each !== line && each.priceId === line?.priceId,
  )
  const more = line && !isCredited ? change(line) : null
  if (!line || !more) return null
  const lines = invoice.lines.with(index, { ...line, ...more })
  return { invoice: withSum({ ...invoice, lines: withTax(lines) }), kinds, lines: [index + 1] }
}

/** A tax line follows the other lines, too. */
function withTax(lines: GeneratedLine[]): GeneratedLine[] {
  const taxed = sumOf(lines.filter(({ made }) => made !== 'tax'))
  return lines.map((line) =>
    line.made === 'tax' ? { ...line, amount: taxed.times('0.19').round(2, Big.roundHalfUp).toFixed() } : line,
  )
}

/** The API's total follows its own lines: only the planted error is wrong. */
function withSum(invoice: GeneratedInvoice): GeneratedInvoice {
  const { total, tax } = invoice.head
  if (total === undefined) return invoice
  const sum = sumOf(invoice.lines)
    .plus(tax ?? 0)
    .round(2, Big.roundHalfUp)
  return { ...invoice, head: { ...invoice.head, total: sum.toFixed() } }
}

/** Adds the first line of a kind again, also with the same ID. Returns null without one, and with a credit of its price. */
function repeated(invoice: GeneratedInvoice, kind: GeneratedLine['made'], id?: string): Planted | null {
  const index = invoice.lines.findIndex(({ made }) => made === kind)
  const line = invoice.lines[index]
  if (!line || invoice.lines.some(({ made, priceId }) => made === 'credit' && priceId === line.priceId)) return null
  const lines = withTax([...invoice.lines, { ...line, id: id ?? line.id }])
  return { invoice: withSum({ ...invoice, lines }), kinds: ['sameLine'], lines: [index + 1, lines.length] }
}

const plus = (amount: string, more: string) => new Big(amount).plus(more).toFixed()
const inTrial = ({ subscription: { isTrial } }: GeneratedInvoice) => isTrial

/** One error of each kind. */
export const PLANTS: Record<string, Plant> = {
  'two cents too much': (invoice) =>
    inTrial(invoice) ? null : changed(invoice, 'units', ['amount'], ({ amount }) => ({ amount: plus(amount, '0.02') })),
  'another unit price': (invoice) =>
    inTrial(invoice)
      ? null
      : changed(invoice, 'units', ['unitPrice'], ({ details: { quantity = '0' } }) => ({
          details: { quantity, unitPrice: '9.25' },
          amount: new Big('9.25').times(quantity).toFixed(),
        })),
  'a fixed price charged twice over': (invoice) =>
    inTrial(invoice)
      ? null
      : changed(invoice, 'fixed', ['amount'], ({ amount }) => ({ amount: new Big(amount).times(2).toFixed() })),
  'a free price that is charged': (invoice) =>
    changed(invoice, 'free', ['charged'], () => ({ amount: '40', details: { quantity: '1', unitPrice: '40' } })),
  'a fraction counted whole': (invoice) =>
    changed(invoice, 'fraction', ['amount'], ({ details: { unitPrice = '0' } }) => ({ amount: unitPrice })),
  'two days too many': (invoice) =>
    changed(invoice, 'proration', ['amount'], ({ startDate }) => ({ startDate: addDays(startDate, 2) })),
  'a package too many': (invoice) =>
    changed(invoice, 'packages', ['amount'], ({ amount, details: { unitPrice = '0' } }) => ({
      amount: plus(amount, unitPrice),
    })),
  'tiers without the free units': (invoice) =>
    changed(invoice, 'tiers', ['tiers', 'tiersOfLines'], ({ details: { quantity = '0' } }) => {
      // In the first paid tier, the line could be of the units beyond the free ones.
      if (Number(quantity) <= 900) return null
      const amount = graduated(Number(quantity)).plus('12').round(2)
      return { amount: amount.toFixed(), details: { quantity, unitPrice: amount.div(quantity).round(10).toFixed() } }
    }),
  'units at the price of the next tier': (invoice) => {
    const index = invoice.lines.findIndex(({ made, details }) => made === 'split' && details.unitPrice === '0.12')
    const line = invoice.lines[index]
    if (!line) return null
    const { quantity = '0' } = line.details
    const amount = new Big('0.085').times(quantity).round(2, Big.roundHalfUp).toFixed()
    const wrong = { ...line, amount, details: { quantity, unitPrice: '0.085' } }
    const all = invoice.lines.flatMap(({ made }, nth) => (made === 'split' ? nth + 1 : []))
    return {
      invoice: withSum({ ...invoice, lines: withTax(invoice.lines.with(index, wrong)) }),
      kinds: ['tiersOfLines'],
      lines: all,
    }
  },
  'volume tiers charged as graduated': (invoice) =>
    changed(invoice, 'volume', ['tiers', 'tiersOfLines'], ({ details: { quantity = '0' } }) => {
      const amount = graduated(Number(quantity))
      const unitPrice = amount.div(quantity).round(10).toFixed()
      return { amount: amount.round(2, Big.roundHalfUp).toFixed(), details: { quantity, unitPrice } }
    }),
  'volume tiers of the subscription charged as graduated': (invoice) =>
    changed(invoice, 'untypedVolume', ['tiers', 'tiersOfLines'], ({ details: { quantity = '0' } }) => {
      const amount = graduated(Number(quantity))
      const unitPrice = amount.div(quantity).round(10).toFixed()
      return { amount: amount.round(2, Big.roundHalfUp).toFixed(), details: { quantity, unitPrice } }
    }),
  'tiers that fit neither way': (invoice) =>
    changed(
      { ...invoice, subscription: { ...invoice.subscription, plan: { prices: [] } } },
      'untypedVolume',
      ['tiers', 'tiersOfLines'],
      ({ amount, details: { quantity = '0' } }) => {
        const wrong = plus(amount, '31.31')
        return { amount: wrong, details: { quantity, unitPrice: new Big(wrong).div(quantity).round(10).toFixed() } }
      },
    ),
  'a minimum that is not charged': (invoice) =>
    inTrial(invoice)
      ? null
      : changed(invoice, 'minimum', ['minimum'], ({ details: { quantity = '0' } }) => ({
          amount: new Big(quantity).times('7').toFixed(),
        })),
  'a credit that is larger than its charge': (invoice) =>
    changed(invoice, 'credit', ['creditAbove'], () => ({
      amount: '-123456.78',
      details: { quantity: '1', unitPrice: '-123456.78' },
    })),
  'a subscription of another customer': (invoice) => ({
    invoice: { ...invoice, subscription: { ...invoice.subscription, customerId: 'cus_other' } },
    kinds: ['otherCustomer'],
    lines: [],
  }),
  'another currency': (invoice) => ({
    invoice: { ...invoice, head: { ...invoice.head, currency: 'EUR' } },
    kinds: ['otherCurrency'],
    lines: [],
  }),
  'a trial that is charged': (invoice) => {
    const index = invoice.lines.findIndex(({ made }) => made === 'units')
    const line = invoice.lines[index]
    if (!line?.price) return null
    const lines = [{ ...line, price: { ...line.price, entityType: 'entitlement' } }]
    if (line.amount === '0' || sumOf(lines).lte(0)) return null
    const subscription = { ...invoice.subscription, isTrial: true }
    return { invoice: withSum({ ...invoice, lines, subscription }), kinds: ['chargedInTrial'], lines: [1] }
  },
  'another price than the subscription’s': (invoice) => {
    const index = invoice.lines.findIndex(({ made }) => made === 'fixed')
    const { id } = invoice.lines[index]?.price ?? {}
    const isCredited = invoice.lines.some(({ made, priceId }) => made === 'credit' && priceId === id)
    if (id === undefined || isCredited) return null
    const prices = [{ price: { id, priceType: 'fixed', rules: { price: '17', quantity: '1', cadence: 'monthly' } } }]
    const subscription = { ...invoice.subscription, plan: { prices } }
    return { invoice: { ...invoice, subscription }, kinds: ['otherPrice'], isNote: true, lines: [index + 1] }
  },
  'a due date against the net terms': (invoice) => ({
    invoice: { ...invoice, head: { ...invoice.head, dueDate: addDays(invoice.head.issueDate, 60) } },
    kinds: ['netTerms'],
    isNote: true,
    lines: [],
  }),
  'a tax of another rate': (invoice) => {
    const planted = changed(invoice, 'tax', ['taxRate'], () => ({ description: 'VAT 16%' }))
    return planted && { ...planted, isNote: true }
  },
  'more than the minimum': (invoice) =>
    changed(invoice, 'minimum', ['amount'], ({ amount }) => ({ amount: plus(amount, '25') })),
  'a maximum that is not applied': (invoice) =>
    changed(invoice, 'maximum', ['rules'], ({ details: { quantity = '0', unitPrice = '0' } }) => ({
      amount: new Big(quantity).times(unitPrice).toFixed(),
    })),
  'a month that is prorated as a year': (invoice) =>
    changed(
      invoice,
      'proration',
      ['amount'],
      ({ startDate, endDate, details: { quantity = '0', unitPrice = '0' } }) => {
        const days = Math.round((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000)
        const amount = new Big(quantity).times(unitPrice).times(days).div(365)
        return { amount: amount.round(2, Big.roundHalfUp).toFixed() }
      },
    ),
  'a negative charge': (invoice) =>
    changed(invoice, 'proration', ['amount'], ({ amount }) => ({ amount: `-${amount}` })),
  'a wrong sub item': (invoice) =>
    changed(invoice, 'subItems', ['subItem'], ({ details }) => ({
      details: {
        ...details,
        subItems: details.subItems?.map((item, nth) => (nth === 0 ? { ...item, price: '3.75' } : item)),
      },
    })),
  'a line twice': (invoice) => (inTrial(invoice) ? null : repeated(invoice, 'units', 'line_again')),
  'a line of one tier twice': (invoice) => repeated(invoice, 'firstTier', 'line_again'),
  'a line ID twice': (invoice) => repeated(invoice, 'free'),
  'a period that ends before it starts': (invoice) =>
    changed(invoice, 'units', ['periodReversed'], ({ startDate }) => ({ endDate: addDays(startDate, -3) })),
  'a period before the subscription': (invoice) =>
    inTrial(invoice)
      ? null
      : changed(invoice, 'units', ['beforeStart'], () => ({
          startDate: addDays(invoice.subscription.startDate, -40),
          endDate: addDays(invoice.subscription.startDate, -10),
        })),
  'a period after the end': (invoice) =>
    inTrial(invoice)
      ? null
      : changed(invoice, 'units', ['afterEnd'], ({ endDate }) => ({
          startDate: endDate,
          endDate: addDays(endDate, 30),
        })),
  'a due date before the issue date': (invoice) => ({
    invoice: { ...invoice, head: { ...invoice.head, dueDate: addDays(invoice.head.issueDate, -1) } },
    kinds: ['dueBeforeIssue'],
    lines: [],
  }),
  'another total': (invoice) => ({
    invoice: { ...invoice, head: { ...invoice.head, total: sumOf(invoice.lines).plus('31.31').round(2).toFixed() } },
    kinds: ['sentSum'],
    lines: [],
  }),
  'a zero outside a trial': (invoice) =>
    inTrial(invoice) ? null : changed(invoice, 'units', ['amount'], () => ({ amount: '0' })),
}
