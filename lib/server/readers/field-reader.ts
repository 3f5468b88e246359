import 'server-only'
import { JsonNumber } from '@/contract/billing/scalars'
import type { RulesView } from '@/contract/console/price'
import type { Findings } from '@/contract/console/reading'
import type { AmountUnit } from '../env'
import { decimalText, fromMinorUnits } from './decimal-text'
import { FindingLog } from './finding-log'
import { instantText } from './instant-text'
import { objectOf, ownValue, type JsonObject } from './json-object'
import { PRICE_TYPES, rulesView } from './rules-view'

/** `nullable`: the document lists it, null is fine. `optional`: beyond the document, may be absent too. */
export type Presence = 'required' | 'nullable' | 'optional'

export interface ReadingContext {
  amountUnit: AmountUnit
  /** UTC instant of the answer. */
  asOf: string
  /** What parsing noticed already (`parseAnswer`). */
  repeated?: Findings
}

/**
 * Reads the fields of one object of an answer, each once, whatever was sent: what cannot be read becomes null (a list
 * empty) and a finding, so a page never fails for it. `unread()` reports the fields nobody asked for.
 */
export class FieldReader {
  readonly #asked = new Set<string>()

  constructor(
    private readonly source: JsonObject,
    private readonly context: ReadingContext,
    private readonly path = '',
    private readonly log = new FindingLog(context.repeated),
  ) {}

  /** Text as sent; a number as its digits. */
  text(name: string, presence?: Presence): string | null {
    return this.#field(name, presence, textOf)
  }

  /** Text that should be one of `known`; another value is kept as it is and reported. */
  choice(name: string, known: readonly string[], presence?: Presence): string | null {
    const value = this.text(name, presence)
    if (value !== null && !known.includes(value)) this.log.add('unknownValue', this.#at(name), value)
    return value
  }

  instant(name: string, presence?: Presence): string | null {
    return this.#field(name, presence, instantText)
  }

  /** A count of anything: plain decimal, digits as sent. */
  amount(name: string, presence?: Presence): string | null {
    return this.#field(name, presence, decimalText)
  }

  /** Money: as `amount`, divided by 100 where the API is set to send minor units. */
  money(name: string, presence?: Presence): string | null {
    const amount = this.amount(name, presence)
    return amount !== null && this.context.amountUnit === 'minor' ? fromMinorUnits(amount) : amount
  }

  flag(name: string, presence?: Presence): boolean | null {
    return this.#field(name, presence, flagOf)
  }

  /** A whole number from 0 that a float holds exactly. */
  integer(name: string, presence?: Presence): number | null {
    return this.#field(name, presence, integerOf)
  }

  /** A nested object, read by `read`; null where there is none. */
  object<T>(name: string, read: (field: FieldReader) => T, presence?: Presence): T | null {
    const value = this.#field(name, presence, objectOf)
    return value === null ? null : this.#nested(value, this.#at(name), read)
  }

  /** A list of objects. An item that is no object is reported once and read as an empty one, so that it still counts. */
  list<T>(name: string, read: (item: FieldReader) => T, presence?: Presence): T[] {
    return this.#items(this.#field(name, presence, listOf) ?? [], this.#at(name), read)
  }

  /** A list of lists of objects. */
  groups<T>(name: string, read: (item: FieldReader) => T, presence?: Presence): T[][] {
    return (this.#field(name, presence, listOf) ?? []).map((group, index) => {
      const path = `${this.#at(name)}[${index}]`
      if (!Array.isArray(group)) this.log.add('unreadable', path, group)
      return this.#items(listOf(group) ?? [], path, read)
    })
  }

  /** Price rules of any shape; `inPricingUnit`: their prices are no money. Rules that do not fit are a finding. */
  rules(name: string, priceType: string | null, inPricingUnit: boolean): RulesView {
    const value = this.#raw(name)
    const rules = rulesView(value, priceType, inPricingUnit ? 'major' : this.context.amountUnit)
    if (rules.kind === 'missing') this.log.add('missing', this.#at(name), value)
    if (rules.kind === 'other' && (priceType === null || PRICE_TYPES.includes(priceType)))
      this.log.add('unreadable', this.#at(name), value)
    return rules
  }

  /** Whether an object of this name was sent. */
  hasObject(name: string): boolean {
    return objectOf(this.#own(name)) !== undefined
  }

  /** Whether a nested object holds anything but null under one of these names. Reads nothing: no finding comes of it. */
  hasAnyOf(name: string, nested: readonly string[]): boolean {
    const object = objectOf(this.#own(name))
    return object !== undefined && nested.some((each) => (ownValue(object, each) ?? null) !== null)
  }

  /** Reports the fields of this object that no one asked for, then answers everything noticed so far. */
  findings(): Findings {
    this.#reportUnread()
    return this.log.findings()
  }

  #items<T>(items: readonly unknown[], path: string, read: (item: FieldReader) => T): T[] {
    return items.map((item, index) => {
      const at = `${path}[${index}]`
      const value = objectOf(item)
      if (value !== undefined) return this.#nested(value, at, read)
      this.log.add('unreadable', at, item)
      return read(new FieldReader({}, this.context, at))
    })
  }

  #nested<T>(value: JsonObject, path: string, read: (field: FieldReader) => T): T {
    const nested = new FieldReader(value, this.context, path, this.log)
    const result = read(nested)
    nested.#reportUnread()
    return result
  }

  #own(name: string): unknown {
    return ownValue(this.source, name)
  }

  #raw(name: string): unknown {
    this.#asked.add(name)
    return this.#own(name)
  }

  #field<T>(name: string, presence: Presence = 'required', convert: (value: unknown) => T | undefined): T | null {
    const value = this.#raw(name)
    if (value === undefined || value === null) {
      const expected = value === null ? presence === 'required' : presence !== 'optional'
      if (expected) this.log.add('missing', this.#at(name), value)
      return null
    }
    const converted = convert(value)
    if (converted !== undefined) return converted
    this.log.add('unreadable', this.#at(name), value)
    return null
  }

  #at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`
  }

  #reportUnread(): void {
    for (const name of Object.keys(this.source))
      if (!this.#asked.has(name)) this.log.add('unknownField', this.#at(name), this.source[name])
  }
}

function listOf(value: unknown): readonly unknown[] | undefined {
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
  const integer = text !== undefined && /^\d{1,16}(\.0+)?$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(integer) ? integer : undefined
}
