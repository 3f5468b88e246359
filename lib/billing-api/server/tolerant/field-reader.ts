import { JsonNumber } from '@/contract/billing/scalars'
import type { RulesView } from '../../price'
import type { SubscriptionTerms } from '@/lib/invoices/finding'
import type { Drift, Field, ReadList, Unreadable } from '../../view-of'
import type { SentAmount } from '@/lib/invoices/invoice'
import { isUnreadable } from '../../unreadable'
import type { Pieces } from '@/contract/pieces'
import { minorUnitDecimals } from '@/lib/money/currency-decimals'
import type { AmountUnit } from '@/lib/core/server/settings'
import { decimalText, endText, instantText, type JsonObject, objectOf, ownValue, sentText } from './scalars'
import { DriftLog, type DriftTally } from './drift'
import { PRICE_TYPES, rulesView } from './rules-view'

/** The codes of ISO 4217. */
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** `required`: null and absent are drift. `nullable`: null is not. `optional`: neither is. */
type Presence = 'required' | 'nullable' | 'optional'

/** With the terms of an invoice's subscription, as far as they are known: `billing` decides what a line may be a part of. */
export interface ReadingContext extends Partial<SubscriptionTerms> {
  amountUnit: AmountUnit
  /** The subscription's currency as sent, which decides how minor units are converted; absent when it is unknown. */
  currency?: string | null
  /** UTC instant of the response. */
  asOf: string
  /** Drift that parsing found (`parseResponseInPieces`). */
  repeated?: Drift
  /** Counts the drift of all responses together. */
  tally?: DriftTally
}

const MAX_SENT_TEXT = 80
/** Fields of a response that are read or found unknown before other work may run. */
const FIELDS_A_PIECE = 2_000
/** Undocumented names of money, as other billing APIs use them. */
const AMOUNT_NAME = /total|amount|tax|vat$|discount|credit|paid|balance|fee|adjust|refund|deposit|shipping|rounding/i
const NO_AMOUNT_NAME = /(?:Rate|Percent|Percentage|Count|Date|Id|At|_(?:rate|percent|percentage|count|date|id|at))$/
const MAX_OTHER_AMOUNTS = 40
/** Fields of a price (section 2.3) and a block (2.6) that show a custom pricing unit. */
const CUSTOM_UNIT = ['customPricingUnitId', 'customPricingUnit']

/**
 * Reads the fields of one object of a response, whatever was sent. A value that cannot be read becomes an `Unreadable`,
 * which the views carry to the page, and drift: no page fails because of it. When the object itself is `unreadable`, so
 * is every field.
 */
export class FieldReader {
  /** The power of ten that money is multiplied by: 0 for major units, and for minor units of an unknown currency. */
  readonly #shift: number
  /** An array, because each object has about a dozen names: a set costs more. */
  readonly #readNames: string[] = []

  constructor(
    private readonly source: JsonObject,
    private readonly context: ReadingContext,
    private readonly path = '',
    private readonly log = new DriftLog(),
    readonly unreadable?: Unreadable,
    /** Shared by the readers of a response. */
    private readonly work = { fields: 0 },
  ) {
    this.#shift = context.amountUnit === 'minor' ? -(minorUnitDecimals(context.currency) ?? 0) : 0
  }

  /** Returns a reader of a whole response, which also counts drift in the tally. */
  static ofResponse(source: JsonObject, context: ReadingContext): FieldReader {
    return new FieldReader(source, context, '', new DriftLog(context.repeated, context.tally))
  }

  /** Returns text as sent; a number as its digits. */
  text(name: string, presence?: Presence): Field<string> {
    return this.#field(name, presence, textOf)
  }

  /** Returns text that should be one of `known`. Keeps any other value, and reports it as drift. */
  choice(name: string, known: readonly string[], presence?: Presence): Field<string> {
    const value = this.text(name, presence)
    if (typeof value === 'string' && !known.includes(value)) this.log.add('unknownValue', this.#at(name), value)
    return value
  }

  /** Returns an ISO 4217 code in upper case: `usd` and `USD` are one. Any other text is as sent. */
  currency(name: string, known: readonly string[], presence?: Presence): Field<string> {
    const value = known.length === 0 ? this.text(name, presence) : this.choice(name, known, presence)
    const code = typeof value === 'string' ? value.toUpperCase() : ''
    return CURRENCIES.has(code) ? code : value
  }

  instant(name: string, presence?: Presence): Field<string> {
    return this.#field(name, presence, instantText)
  }

  /** Returns an end: an instant, or a date-only end, which includes its day. */
  end(name: string, presence?: Presence): Field<string> {
    return this.#field(name, presence, endText)
  }

  /** Returns a quantity with its digits as sent. */
  amount(name: string, presence?: Presence): Field<string> {
    return this.#field(name, presence, (value) => decimalText(value))
  }

  /** Returns money: like `amount`, in major units when the API sends minor units of a known currency. */
  money(name: string, presence?: Presence): Field<string> {
    return this.#field(name, presence, (value) => decimalText(value, this.#shift))
  }

  flag(name: string, presence?: Presence): Field<boolean> {
    return this.#field(name, presence, flagOf)
  }

  /** Returns a safe integer from 0, for computing, not for display. */
  integer(name: string, presence?: Presence): number | null {
    const value = this.#field(name, presence, integerOf)
    return typeof value === 'number' ? value : null
  }

  /** Returns a nested object, read by `read`; undefined when nothing was sent. */
  object<T>(name: string, read: (field: FieldReader) => T, presence?: Presence): T | undefined {
    const value = this.#field(name, presence, objectOf)
    if (isUnreadable(value)) return read(this.#readerOf({}, this.#at(name), value))
    return value === undefined ? undefined : this.#nested(value, this.#at(name), read)
  }

  /** Returns a list of objects, empty when nothing was sent. An item that is null or not an object still counts. */
  list<T>(name: string, read: (item: FieldReader) => T, presence?: Presence): ReadList<T> {
    const value = this.#field(name, presence, listOf) ?? []
    return isUnreadable(value) ? value : this.#items(value, this.#at(name), read)
  }

  /** Like `list`, for a long list: yields regularly, and releases each item after reading it. */
  *longList<T>(name: string, read: (item: FieldReader) => T): Pieces<ReadList<T>> {
    const value = this.#field(name, 'required', listOf) ?? []
    if (isUnreadable(value)) return value
    const items: T[] = []
    for (const [index, item] of value.entries()) {
      const at = `${this.#at(name)}[${index}]`
      const object = objectOf(item)
      if (object === undefined) items.push(this.#item(item, at, read))
      else {
        const nested = this.#readerOf(object, at)
        items.push(read(nested))
        yield* nested.#reportUnreadInPieces()
      }
      value[index] = null
      // An empty item counts too.
      this.work.fields += 1
      if (this.#isPieceRead()) yield
    }
    return items
  }

  /** Returns a list of lists of objects. */
  groups<T>(name: string, read: (item: FieldReader) => T, presence?: Presence): ReadList<ReadList<T>> {
    const value = this.#field(name, presence, listOf) ?? []
    if (isUnreadable(value)) return value
    return value.map((group, index) => {
      const path = `${this.#at(name)}[${index}]`
      if (group === null) this.log.add('missing', path, null)
      const items = listOf(group ?? [])
      return items === undefined ? this.#unreadable(path, group) : this.#items(items, path, read)
    })
  }

  /**
   * True when the amounts of this object are in a custom pricing unit. Then they are not money, even when a flag claims
   * it. Records no drift.
   */
  isInCustomUnit(): boolean {
    return (
      CUSTOM_UNIT.some((name) => (this.#own(name) ?? null) !== null) ||
      flagOf(this.#own('usesCustomPricingUnit')) === true
    )
  }

  /** True when the nested object is in a custom pricing unit. */
  hasCustomUnit(name: string): boolean {
    const object = objectOf(this.#own(name))
    return object !== undefined && new FieldReader(object, this.context).isInCustomUnit()
  }

  /** Returns up to 40 amounts of undocumented fields, also unreadable ones, with their field names. The fields still count as drift. */
  otherAmounts(): SentAmount[] {
    const found: SentAmount[] = []
    for (const [name, value] of Object.entries(this.source)) {
      if (value === null || !AMOUNT_NAME.test(name) || NO_AMOUNT_NAME.test(name)) continue
      found.push({ name, amount: decimalText(value, this.#shift) ?? { unreadable: sentText(value, MAX_SENT_TEXT) } })
      if (found.length === MAX_OTHER_AMOUNTS) break
    }
    return found
  }

  /** True when money stays as sent, in minor units, because the currency is unknown. */
  isInMinorUnits(): boolean {
    return this.context.amountUnit === 'minor' && minorUnitDecimals(this.context.currency) === null
  }

  /**
   * Returns price rules of any shape. In a custom unit they are not money. Rules that do not fit their type are drift.
   */
  rules(name: string, priceType: string | null, inCustomUnit: boolean): RulesView {
    if (this.unreadable) return { kind: 'other', json: this.unreadable.unreadable }
    const value = this.#raw(name)
    const rules = rulesView(value, priceType, inCustomUnit ? 0 : this.#shift)
    if (rules.kind === 'missing') this.log.add('missing', this.#at(name), value)
    if (rules.kind === 'other' && (priceType === null || PRICE_TYPES.includes(priceType)))
      this.log.add('unreadable', this.#at(name), value)
    return rules
  }

  /** True when the field was sent and is not null. */
  has(name: string): boolean {
    return (this.#own(name) ?? null) !== null
  }

  /** True when the field was sent as null. */
  isNull(name: string): boolean {
    return this.#own(name) === null
  }

  /** Reports unread fields of this object as drift, then returns all drift so far. */
  *driftInPieces(): Pieces<Drift> {
    yield* this.#reportUnreadInPieces()
    return this.log.drift()
  }

  #isPieceRead(): boolean {
    if (this.work.fields < FIELDS_A_PIECE) return false
    this.work.fields = 0
    return true
  }

  #items<T>(items: readonly unknown[], path: string, read: (item: FieldReader) => T): T[] {
    return items.map((item, index) => this.#item(item, `${path}[${index}]`, read))
  }

  #item<T>(item: unknown, at: string, read: (item: FieldReader) => T): T {
    const value = objectOf(item)
    if (value !== undefined) return this.#nested(value, at, read)
    if (item !== null) return read(this.#readerOf({}, at, this.#unreadable(at, item)))
    this.log.add('missing', at, null)
    // Read with another log, so that its fields do not count as missing, too.
    return read(new FieldReader({}, this.context, at))
  }

  #nested<T>(value: JsonObject, path: string, read: (field: FieldReader) => T): T {
    const nested = this.#readerOf(value, path)
    const result = read(nested)
    nested.#reportUnread()
    return result
  }

  #readerOf(value: JsonObject, path: string, unreadable?: Unreadable): FieldReader {
    return new FieldReader(value, this.context, path, this.log, unreadable, this.work)
  }

  #unreadable(path: string, value: unknown): Unreadable {
    this.log.add('unreadable', path, value)
    return { unreadable: sentText(value, MAX_SENT_TEXT) }
  }

  #own(name: string): unknown {
    return ownValue(this.source, name)
  }

  #raw(name: string): unknown {
    this.#readNames.push(name)
    this.work.fields += 1
    return this.#own(name)
  }

  #field<T>(name: string, presence: Presence = 'required', convert: (value: unknown) => T | undefined): Field<T> {
    if (this.unreadable) return this.unreadable
    const value = this.#raw(name)
    if (value === undefined || value === null) {
      const expected = value === null ? presence === 'required' : presence !== 'optional'
      if (expected) this.log.add('missing', this.#at(name), value)
      return undefined
    }
    return convert(value) ?? this.#unreadable(this.#at(name), value)
  }

  #at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`
  }

  #reportUnread(): void {
    for (const name of Object.keys(this.source)) if (!this.#readNames.includes(name)) this.#reportField(name)
  }

  *#reportUnreadInPieces(): Pieces<void> {
    for (const name of Object.keys(this.source)) {
      if (this.#readNames.includes(name)) continue
      this.#reportField(name)
      // The text of a long object takes time.
      if (this.#isPieceRead() || objectOf(this.source[name])) yield
    }
  }

  #reportField(name: string): void {
    this.work.fields += 1
    this.log.add('unknownField', this.#at(name), this.source[name])
  }
}

function listOf(value: unknown): unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}

function textOf(value: unknown): string | undefined {
  return value instanceof JsonNumber ? value.text : typeof value === 'string' ? value : undefined
}

function flagOf(value: unknown): boolean | undefined {
  if (value === 'true' || value === 'false') return value === 'true'
  return typeof value === 'boolean' ? value : undefined
}

function integerOf(value: unknown): number | undefined {
  const text = decimalText(value)
  const integer = text !== undefined && /^(-0|\d{1,16})(\.0+)?$/.test(text) ? Math.abs(Number(text)) : Number.NaN
  return Number.isSafeInteger(integer) ? integer : undefined
}
