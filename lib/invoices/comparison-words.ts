import type { BridgeKind, BridgePart } from './invoice-comparison'
import type { AmountRole } from './finding'
import type { ReplyLanguage } from '@/lib/text/reply'

/** The kinds of parts that only a name distinguishes. */
type Named = Exclude<BridgeKind, 'quantity' | 'credit' | 'beside'>

/** The sentences that compare two invoices. Names are for a sentence (`nameInSentence`), amounts are written. */
interface ComparisonSentences {
  otherInvoice: (number: string | null) => string
  differs: (invoice: string, by: string, isHigher: boolean, other: string) => string
  isSame: (invoice: string, other: string) => string
  because: (reasons: string) => string
  /** @param reason the largest one */
  isHigher: (by: string, other: string, reason: string) => string
  /** Joins the reasons. */
  list: Intl.ListFormat
  /** @param count null when the quantities are unknown. @param unit null when the name says it */
  quantity: (count: string | null, unit: string | null, name: string, isMore: boolean) => string
  credit: (name: string, isMore: boolean) => string
  parts: Record<Named, (name: string) => string>
  roles: Record<AmountRole, string>
  unnamed: string
  otherChanges: string
}

/** Apart from the other sentences: only the comparison loads them. */
export const COMPARISON: Record<ReplyLanguage, ComparisonSentences> = {
  en: {
    otherInvoice: (number) => (number === null ? 'the other invoice' : `invoice ${number}`),
    differs: (invoice, by, isHigher, other) => `${invoice} is ${by} ${isHigher ? 'higher' : 'lower'} than ${other}.`,
    isSame: (invoice, other) => `${invoice} has the same total as ${other}.`,
    because: (reasons) => `What changed: ${reasons}.`,
    isHigher: (by, other, reason) => `It is ${by} higher than ${other}. The largest reason: ${reason}.`,
    list: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
    quantity: (count, unit, name, isMore) =>
      count === null
        ? `the quantity of ${name}`
        : `${count} ${isMore ? 'more' : 'fewer'} ${unit === null ? name : `${unit} of ${name}`}`,
    credit: (name, isMore) => `${isMore ? 'more' : 'less'} credit for ${name}`,
    parts: {
      price: (name) => `the new price of ${name}`,
      tiers: (name) => `the price tiers of ${name}`,
      bounds: (name) => `the minimum or maximum charge for ${name}`,
      proration: (name) => `proration of ${name}`,
      period: (name) => `the number or length of periods for ${name}`,
      added: (name) => `charges for ${name}`,
      gone: (name) => `no charges for ${name}`,
      total: () => 'a total that differs from its lines',
      finding: (name) => `${name}, which we are checking`,
      other: (name) => `other changes of ${name}`,
      smaller: () => 'smaller changes',
    },
    roles: {
      hidden: 'other lines',
      tax: 'tax',
      fee: 'fees',
      discount: 'discounts',
      credit: 'credits',
      paid: 'payments',
      other: 'other amounts',
    },
    unnamed: 'an item without a name',
    otherChanges: 'other changes',
  },
  de: {
    otherInvoice: (number) => (number === null ? 'die andere Rechnung' : `Rechnung ${number}`),
    differs: (invoice, by, isHigher, other) =>
      `${invoice} ist um ${by} ${isHigher ? 'höher' : 'niedriger'} als ${other}.`,
    isSame: (invoice, other) => `${invoice} hat dieselbe Summe wie ${other}.`,
    because: (reasons) => `Das hat sich geändert: ${reasons}.`,
    isHigher: (by, other, reason) => `Sie ist um ${by} höher als ${other}. Der größte Grund: ${reason}.`,
    list: new Intl.ListFormat('de-DE', { type: 'conjunction' }),
    quantity: (count, unit, name, isMore) =>
      count === null
        ? `die Menge von ${name}`
        : `${count} ${unit === null ? name : `${unit} ${name}`} ${isMore ? 'mehr' : 'weniger'}`,
    credit: (name, isMore) => `${isMore ? 'mehr' : 'weniger'} Gutschrift für ${name}`,
    parts: {
      price: (name) => `der neue Preis von ${name}`,
      tiers: (name) => `die Preisstufen von ${name}`,
      bounds: (name) => `der Mindest- oder Höchstbetrag von ${name}`,
      proration: (name) => `die anteilige Berechnung von ${name}`,
      period: (name) => `Zahl oder Länge der Zeiträume von ${name}`,
      added: (name) => name,
      gone: (name) => `ohne ${name}`,
      total: () => 'eine Summe, die von ihren Positionen abweicht',
      finding: (name) => `${name}, was wir gerade prüfen`,
      other: (name) => `andere Änderungen bei ${name}`,
      smaller: () => 'kleinere Änderungen',
    },
    roles: {
      hidden: 'andere Positionen',
      tax: 'Steuern',
      fee: 'Gebühren',
      discount: 'Rabatte',
      credit: 'Gutschriften',
      paid: 'Zahlungen',
      other: 'andere Beträge',
    },
    unnamed: 'eine Position ohne Namen',
    otherChanges: 'andere Änderungen',
  },
}

/** The labels of the parts of a comparison. */
export const BRIDGE_LABELS: Record<BridgePart['kind'], string> = {
  quantity: 'Quantity',
  price: 'Price',
  tiers: 'Price tiers',
  bounds: 'Minimum or maximum charge',
  proration: 'Proration',
  period: 'Number or length of periods',
  added: 'Not on the other invoice',
  gone: 'Only on the other invoice',
  credit: 'Credits',
  beside: 'Beside the lines',
  total: 'The total that the API sends differs from the lines',
  finding: 'The check of the invoice finds an error in these lines',
  other: 'Nothing that the API sends explains it',
  smaller: 'Together',
}
