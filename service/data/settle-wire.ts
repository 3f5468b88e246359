import { JsonNumber } from '@/contract/billing/scalars'
import { isJsonObject } from '@/contract/exact-json'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'

/** Why a line cannot be taken, and where: `data.plan.prices[3].price.limit`. Null where the whole line is meant. */
export interface Problem {
  field: string | null
  reason: string
}

interface Visit {
  merchantId: string
  /** Where in the arrays on the way from the root we are. */
  positions: number[]
  problems: Problem[]
}

/** Returns what stands for `value` from now on; objects and lists are changed in place. */
type Settle = (value: unknown, visit: Visit) => unknown

/**
 * Makes a reader that prepares parsed JSON for `schema` without taking anything from it: an instant of any zone becomes
 * the same one in UTC with milliseconds, a number sent as text a number. Every `merchantId` must be ours. What is wrong
 * beyond that is left for the schema to refuse. The value is ours: it is changed in place.
 */
export function settleWire(schema: z.ZodType): (value: unknown, merchantId: string) => Problem[] {
  const settle = settlerOf(schema, '')
  return (value, merchantId) => {
    const visit: Visit = { merchantId, positions: [], problems: [] }
    settle(value, visit)
    return visit.problems
  }
}

const unchanged: Settle = (value) => value

function settlerOf(schema: unknown, path: string): Settle {
  if (schema instanceof z.ZodISODateTime) return settleInstant(path)
  if (schema instanceof z.ZodCodec) return settleNumber
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return settlerOf(schema.unwrap(), path)
  if (schema instanceof z.ZodObject) return settleObject(schema, path)
  if (schema instanceof z.ZodArray) return settleArray(settlerOf(schema.element, `${path}[]`))
  if (schema instanceof z.ZodDiscriminatedUnion) return settleByTag(schema, path)
  return unchanged
}

function settleObject(schema: z.ZodObject, path: string): Settle {
  const settlers = Object.entries(schema.shape)
    .map(([name, field]) => ({ name, settle: settlerOf(field, path ? `${path}.${name}` : name) }))
    .filter(({ settle }) => settle !== unchanged)
  return (value, visit) => {
    // A number is an object in our hands; the schema would take it for an empty one.
    if (value instanceof JsonNumber) {
      visit.problems.push({ field: withPositions(path, visit), reason: `must be an object, but is ${value.text}` })
    }
    if (!isJsonObject(value)) return value
    for (const { name, settle } of settlers) {
      const sent = Object.hasOwn(value, name) ? value[name] : undefined
      const settled = settle(sent, visit)
      if (settled !== sent) value[name] = settled
    }
    if (typeof value.merchantId === 'string' && value.merchantId !== visit.merchantId) {
      const reason = `is "${value.merchantId}", but the import is for merchant "${visit.merchantId}"`
      visit.problems.push({ field: withPositions(`${path}.merchantId`, visit), reason })
    }
    return value
  }
}

function settleArray(settle: Settle): Settle {
  if (settle === unchanged) return unchanged
  return (value, visit) => {
    if (!Array.isArray(value)) return value
    for (const [position, item] of value.entries()) {
      visit.positions.push(position)
      value[position] = settle(item, visit)
      visit.positions.pop()
    }
    return value
  }
}

function settleByTag(schema: z.ZodDiscriminatedUnion, path: string): Settle {
  const tag = schema.def.discriminator
  const settlers = new Map<unknown, Settle>()
  for (const option of schema.options) {
    const literal: unknown = option instanceof z.ZodObject ? option.shape[tag] : undefined
    if (option instanceof z.ZodObject && literal instanceof z.ZodLiteral)
      settlers.set(literal.value, settleObject(option, path))
  }
  return (value, visit) => (isJsonObject(value) && settlers.get(value[tag])?.(value, visit)) || value
}

const NUMBER_AS_TEXT = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

const settleNumber: Settle = (value) =>
  // `"007"` would not be a JSON number when it is written again.
  typeof value === 'string' && NUMBER_AS_TEXT.test(value) ? new JsonNumber(value.replace(/^(-?)0+(?=\d)/, '$1')) : value

const INSTANT_AS_THE_CONTRACT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** With its zone, and nothing beside it that would be lost; the second 60 is no instant of UTC in milliseconds. */
const INSTANT = /^\d{4}-\d\d-\d\d[Tt ]\d\d(:?\d\d){1,2}([.,]\d+)?([Zz]|[+-]\d\d(:?\d\d)?)$/
const LEAP_SECOND = /^.{11}\d\d:?\d\d:?60/
const BELOW_A_MILLISECOND = /[.,]\d{3}\d*[1-9]/

function settleInstant(path: string): Settle {
  return (value, visit) => {
    if (typeof value !== 'string') return value
    const instant = INSTANT_AS_THE_CONTRACT.test(value) ? value : inUtc(value)
    const refuse = (reason: string) => visit.problems.push({ field: withPositions(path, visit), reason })
    if (instant !== value && BELOW_A_MILLISECOND.test(value))
      refuse(`has digits below a millisecond, which would be lost: "${value}"`)
    else if (instant.startsWith('0000-')) refuse('must not lie before the year 1')
    return instant
  }
}

/** Text that is no instant comes back as it was. */
function inUtc(text: string): string {
  if (!INSTANT.test(text) || LEAP_SECOND.test(text)) return text
  try {
    return Temporal.Instant.from(text).toString({ fractionalSecondDigits: 3 })
  } catch {
    return text
  }
}

function withPositions(path: string, visit: Visit): string {
  let depth = 0
  return path.replaceAll('[]', () => `[${visit.positions[depth++]}]`)
}
