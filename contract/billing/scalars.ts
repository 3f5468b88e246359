import { z } from 'zod'
import { MAX_ID_CHARS } from '../requestable-id'

/** A JSON number as the text that was sent, so that no amount ever passes through a float. */
export class JsonNumber {
  constructor(readonly text: string) {}
  toJSON(): never {
    throw new TypeError('A JsonNumber must be written with the exact JSON writer, not JSON.stringify')
  }
}

/** An opaque identifier: any string of 1 to 256 characters (section 1, rule 3; the upper bound is from gaps.md). */
export const Id = z.string().min(1).max(MAX_ID_CHARS).meta({ description: 'Opaque identifier' })

/** An instant in UTC with milliseconds, `2026-03-01T00:00:00.000Z` (section 2). */
export const Timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'ISO 8601 instant in UTC with milliseconds', examples: ['2026-03-01T00:00:00.000Z'] })

/** Digits before and after the point of a plain decimal (gaps.md, Amounts). */
export const DECIMAL_DIGITS = { before: 38, after: 60 } as const
const DIGITS_IN_WORDS = `${DECIMAL_DIGITS.before} digits before and ${DECIMAL_DIGITS.after} after the point`
const PLAIN_DECIMAL = new RegExp(`^-?\\d{1,${DECIMAL_DIGITS.before}}(\\.\\d{1,${DECIMAL_DIGITS.after}})?$`)
/** Longest accepted text of a number: those digits and the zeros that an exponent replaces. */
const MAX_TEXT = 256

/** Converts `2.5e-6` to `0.0000025`. Returns text that is not a number unchanged, for the schema to refuse. */
function withoutExponent(text: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,3})$/.exec(text)
  if (!parts) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  return sign + withPointMoved(whole, fraction, Number(exponent))
}

export const withoutLeadingZeros = (digits: string) => digits.replace(/^0+(?=\d)/, '')

/** Moves the decimal point of a plain decimal by `places`, to the right when positive. */
export function withPointMoved(whole: string, fraction: string, places: number): string {
  const digits = whole + fraction
  const point = whole.length + places
  const left = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0'
  const right = point >= 0 ? digits.slice(point) : '0'.repeat(-point) + digits
  return `${withoutLeadingZeros(left)}${right && `.${right}`}`
}

/**
 * An exact amount. On the wire it is a JSON number (a numeric string is accepted too); in code it is a plain decimal
 * string with at most 38 digits before and 60 after the point. `z.decode` reads it, `z.encode` writes it.
 */
export const Decimal = z
  .codec(
    z.union([z.instanceof(JsonNumber), z.string().max(MAX_TEXT)]),
    z.string().regex(PLAIN_DECIMAL, `must be a number of at most ${DIGITS_IN_WORDS}`),
    {
      // Leading zeros as in `"007"` are not valid in a JSON number.
      decode: (wire) => withoutExponent(typeof wire === 'string' ? wire : wire.text).replace(/^(-?)0+(?=\d)/, '$1'),
      encode: (decimal) => new JsonNumber(decimal),
    },
  )
  .meta({
    type: 'number',
    description: `Exact decimal, up to ${DIGITS_IN_WORDS}`,
  })

/** A whole number that fits a float exactly: counts and page numbers. */
export const Integer = z
  .codec(z.instanceof(JsonNumber), z.int(), {
    decode: (wire) => Number(wire.text),
    encode: (integer) => new JsonNumber(String(integer)),
  })
  .meta({ type: 'integer' })

/** Text of an open list: any value is stored and returned; `known` has the values seen so far, for examples and labels. */
export const openText = (known: readonly string[]) =>
  z.string().meta({
    description: `Any text, such as ${known.map((value) => `\`${value}\``).join(', ')}`,
    examples: [...known],
  })

export const Currency = z.enum(['USD'])
export const BillingCadence = z.enum(['oneTime', 'monthly', 'quarterly', 'annually'])
export const NetTerms = z.enum(['uponReceipt', 'net30', 'net60', 'net90'])

/** A card processor and two accounting packages (section 2.1). Only the first charges automatically. */
export const PAYMENT_GATEWAYS = ['stripe', 'quickbooks', 'xero'] as const
export const PaymentGateway = openText(PAYMENT_GATEWAYS).meta({
  description:
    'Any text; in our demo `stripe`, `quickbooks`, `xero`. Automatic charging works with the card processor `stripe` only',
  examples: [...PAYMENT_GATEWAYS],
})

export type BillingCadence = z.infer<typeof BillingCadence>
export type NetTerms = z.infer<typeof NetTerms>
