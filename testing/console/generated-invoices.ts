import { Big } from 'big.js'
import { addUtcMonths } from '@/lib/subscriptions/billing-period'
import { seededRandom, type SeededRandom } from './seeded-random'

/** Returns an integer from `min` to `max`, inclusive. */
const between = (random: SeededRandom, min: number, max: number) => min + random.integer(max - min + 1)

export interface GeneratedLine {
  /** Which generator wrote it: errors are planted by it. */
  made: keyof typeof MAKERS | 'credit' | 'tax'
  id: string
  /** A tax line has no price. */
  priceId?: string
  description: string
  amount: string
  details: { quantity?: string; unitPrice?: string; subItems?: object[] }
  startDate: string
  endDate: string
  price?: { id: string; rules: object; priceType?: string; entityType?: string }
}

/** An invoice as the API sends it, and the dates of its subscription. */
export interface GeneratedInvoice {
  head: {
    id: string
    status: string
    subscriptionId: string
    customerId: string
    issueDate: string
    dueDate: string
    total?: string
    tax?: string
    currency?: string
  }
  lines: GeneratedLine[]
  subscription: {
    id: string
    startDate: string
    endDate: string | null
    isTrial: boolean
    billingCadence: 'monthly'
    customerId: string
    currency: 'USD'
    netTerms: string
    /** With the price of each line, and its type also where the line has none. */
    plan: { prices: { price: object }[] }
  }
}

const DAY_MS = 86_400_000
const iso = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day, 9, 30)).toISOString()
export const addDays = (at: string, days: number) => new Date(Date.parse(at) + days * DAY_MS).toISOString()
const cents = (amount: Big) => amount.round(2, Big.roundHalfUp).toFixed()

const TIERS = [
  { start: '0', end: '100', price: '0' },
  { start: '100', end: '1000', price: '0.12' },
  { start: '1000', end: '10000', price: '0.085' },
  { start: '10000', end: null, price: '0.0535' },
] as const

const WIDE_TIERS = [
  { start: '0', end: '1000', price: '0.1' },
  { start: '1000', end: null, price: '0.05' },
] as const

/** Returns the units of each reached tier and its price. */
function stepsOf(quantity: number) {
  return TIERS.flatMap(({ start, end, price }) => {
    const units = Math.min(quantity, end === null ? quantity : Number(end)) - Number(start)
    return units > 0 ? { units, price } : []
  })
}

export const graduated = (quantity: number) =>
  stepsOf(quantity).reduce((sum, { units, price }) => sum.plus(new Big(price).times(units)), new Big(0))

interface Made {
  quantity?: string
  unitPrice?: string
  amount: string
  rules: object
  priceType?: string
  subItems?: object[]
  startDate?: string
  endDate?: string
}

interface Period {
  start: string
  end: string
}

type Maker = (random: SeededRandom, period: Period) => Made[]

const unitRules = (price: string) => ({ price, quantity: '1' })

/** Correct lines of every kind. */
const MAKERS = {
  units(random) {
    const [quantity, unitPrice] = [between(random, 1, 400), random.of(['8', '12.50', '0.075', '3.999', '149'])]
    const amount = cents(new Big(unitPrice).times(quantity))
    return [{ quantity: String(quantity), unitPrice, amount, rules: unitRules(unitPrice) }]
  },
  fixed(random) {
    const price = random.of(['499', '79.90', '1200'])
    return [{ quantity: '1', unitPrice: price, amount: price, rules: { price, quantity: '1', cadence: 'monthly' } }]
  },
  free: () => [{ quantity: '1', unitPrice: '0', amount: '0', rules: {} }],
  fraction(random, { start, end }) {
    const all = Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS)
    const quantity = new Big(between(random, 1, all - 1)).div(all)
    const price = random.of(['100', '45'])
    return [
      {
        quantity: quantity.toFixed(15),
        unitPrice: price,
        amount: cents(quantity.times(price)),
        rules: { price, quantity: '1' },
      },
    ]
  },
  proration(random, { start, end }) {
    const all = Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS)
    const days = between(random, 2, 20)
    const [quantity, unitPrice] = [between(random, 2, 40), random.of(['8', '19', '149'])]
    const amount = cents(new Big(quantity).times(unitPrice).times(days).div(all))
    return [
      { quantity: String(quantity), unitPrice, amount, rules: unitRules(unitPrice), startDate: addDays(end, -days) },
    ]
  },
  packages(random) {
    const [size, price] = [random.of(['100', '1000']), random.of(['0.40', '5', '12.50'])]
    const quantity = between(random, 1, 20) * Number(size) + between(random, 1, Number(size) - 1)
    const count = Math.ceil(quantity / Number(size))
    return [
      {
        quantity: String(quantity),
        unitPrice: price,
        amount: cents(new Big(price).times(count)),
        rules: { price, quantity: size },
      },
    ]
  },
  tiers(random) {
    const quantity = between(random, 150, 20_000)
    const amount = graduated(quantity)
    const unitPrice = amount.div(quantity).round(6).toFixed()
    return [{ quantity: String(quantity), unitPrice, amount: cents(amount), rules: { tiers: TIERS } }]
  },
  split(random) {
    const parts = stepsOf(between(random, 150, 20_000)).flatMap(({ units, price }) => {
      const first = random.chance(30) && units > 2 ? between(random, 1, units - 1) : units
      // Two equal parts are the same line twice, which the checks rightly find.
      const halves = first * 2 === units ? [units] : [first, units - first]
      return halves.filter((part) => part > 0).map((part) => ({ part, price }))
    })
    const lines = parts.map(({ part, price }) => ({
      quantity: String(part),
      unitPrice: price,
      amount: cents(new Big(price).times(part)),
      rules: { tiers: TIERS },
    }))
    return random.chance(50) ? lines.toReversed() : lines
  },
  volume(random) {
    const quantity = between(random, 150, 9_000)
    const price = stepsOf(quantity).at(-1)?.price ?? '0'
    const amount = cents(new Big(price).times(quantity))
    return [{ quantity: String(quantity), unitPrice: price, amount, rules: { tiers: TIERS }, priceType: 'volume' }]
  },
  /** Without a price type on the line: only the subscription says that it is volume. */
  untypedVolume(random) {
    const quantity = between(random, 150, 9_000)
    const price = stepsOf(quantity).at(-1)?.price ?? '0'
    const amount = cents(new Big(price).times(quantity))
    return [{ quantity: String(quantity), unitPrice: price, amount, rules: { tiers: TIERS } }]
  },
  /** Only the units beyond the free tier. */
  overage(random) {
    const quantity = between(random, 50, 800)
    const amount = cents(new Big('0.12').times(quantity))
    return [{ quantity: String(quantity), unitPrice: '0.12', amount, rules: { tiers: TIERS } }]
  },
  minimum(random) {
    const quantity = between(random, 1, 9)
    return [{ quantity: String(quantity), unitPrice: '7', amount: '100', rules: { price: '7', minimum: '100' } }]
  },
  maximum(random) {
    const quantity = between(random, 15, 40)
    return [{ quantity: String(quantity), unitPrice: '7', amount: '100', rules: { price: '7', maximum: '100' } }]
  },
  firstTier(random) {
    const quantity = between(random, 10, 400)
    const amount = cents(new Big('0.1').times(quantity))
    return [{ quantity: String(quantity), unitPrice: '0.1', amount, rules: { tiers: WIDE_TIERS } }]
  },
  subItems(random) {
    const items = Array.from({ length: between(random, 2, 5) }, () => ({
      quantity: String(between(random, 1, 9)),
      price: '3.25',
    }))
    const subItems = items.map((item) => ({ ...item, amount: new Big(item.quantity).times(item.price).toFixed() }))
    const amount = subItems.reduce((sum, item) => sum.plus(item.amount), new Big(0)).toFixed()
    return [{ quantity: '1', unitPrice: amount, amount, rules: unitRules(amount), subItems }]
  },
} satisfies Record<string, Maker>

const KINDS = Object.keys(MAKERS).filter((kind): kind is keyof typeof MAKERS => kind in MAKERS)

/** Returns a correct invoice of a month: lines of several kinds, sometimes in a trial, with a credit or with a total and a tax. */
export function generatedInvoice(seed: number): GeneratedInvoice {
  const random = seededRandom(seed)
  const [year, month, day] = [between(random, 2023, 2025), between(random, 0, 11), between(random, 1, 31)]
  const anchor = new Date(iso(year, month, Math.min(day, new Date(Date.UTC(year, month + 1, 0)).getUTCDate())))
  const [start, end] = [12, 13].map((months) => addUtcMonths(anchor, months).toISOString())
  const period = { start: start ?? '', end: end ?? '' }
  const isTrial = random.chance(10)
  const lines: GeneratedLine[] = []
  for (const made of KINDS) {
    if (!random.chance(60)) continue
    for (const line of MAKERS[made](random, period)) lines.push(lineOf(made, line, lines.length, period))
  }
  if (lines.length === 0) lines.push(...MAKERS.units(random).map((line) => lineOf('units', line, 0, period)))
  const first = lines.find(({ amount }) => Number(amount) > 12.5)
  if (first && !isTrial && random.chance(30)) {
    const credit = { quantity: '1', unitPrice: '-12.50', amount: '-12.50', rules: first.price?.rules ?? {} }
    lines.push({ ...lineOf('credit', credit, lines.length, period), priceId: first.priceId })
  }
  if (isTrial) for (const line of lines) if (isChargedInTrial(line)) line.amount = '0'
  if (!isTrial && random.chance(30)) lines.push(taxLine(lines, period))
  const head: GeneratedInvoice['head'] = {
    id: `inv_${seed}`,
    status: 'issued',
    subscriptionId: `sub_${seed}`,
    customerId: `cus_${seed}`,
    issueDate: period.end,
    dueDate: addDays(period.end, 30),
  }
  const startDate = anchor.toISOString()
  const prices = lines.map(({ made, price }) => ({ price: { ...price, ...typeOf(made) } }))
  const subscription = {
    id: head.subscriptionId,
    startDate,
    endDate: period.end,
    isTrial,
    billingCadence: 'monthly' as const,
    customerId: head.customerId,
    currency: 'USD' as const,
    netTerms: 'net30',
    plan: { prices },
  }
  if (random.chance(30))
    Object.assign(head, { tax: '7.77', total: sumOf(lines).plus('7.77').round(2, Big.roundHalfUp).toFixed() })
  return { head, lines, subscription }
}

const typeOf = (made: GeneratedLine['made']) =>
  made === 'untypedVolume'
    ? { priceType: 'volume' }
    : made === 'overage' || made === 'tiers'
      ? { priceType: 'tier' }
      : {}

function taxLine(lines: readonly GeneratedLine[], { start, end }: Period): GeneratedLine {
  const amount = cents(sumOf(lines).times('0.19'))
  return {
    made: 'tax',
    id: `line_${lines.length + 1}`,
    description: 'VAT 19%',
    amount,
    details: {},
    startDate: start,
    endDate: end,
  }
}

/** Sub items and minimum charges stay: a trial says nothing about them. */
const isChargedInTrial = ({ made }: GeneratedLine) => made === 'units' || made === 'fixed'

export const sumOf = (lines: readonly GeneratedLine[]) =>
  lines.reduce((sum, { amount }) => sum.plus(amount), new Big(0))

function lineOf(made: GeneratedLine['made'], line: Made, index: number, { start, end }: Period): GeneratedLine {
  const { quantity, unitPrice, amount, rules, priceType, subItems, startDate = start, endDate = end } = line
  const id = `price_${made}`
  const details = { ...(quantity && { quantity }), ...(unitPrice && { unitPrice }), ...(subItems && { subItems }) }
  const price = { id, rules, ...(priceType && { priceType }) }
  return {
    made,
    id: `line_${index + 1}`,
    priceId: id,
    description: `${made} ${index + 1}`,
    amount,
    details,
    startDate,
    endDate,
    price,
  }
}
