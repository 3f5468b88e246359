import { JsonNumber } from '@/contract/billing/scalars'
import { isJsonObject } from '@/contract/exact-json'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'

/** Why a line is refused, and its field, such as `data.plan.prices[3].price.limit`; null for the whole line. */
export interface Problem {
  field: string | null
  reason: string
}

interface Visit {
  merchantId: string
  /** Index in each array on the path from the root. */
  positions: number[]
  problems: Problem[]
}

/** Returns the normalized value; changes objects and lists in place. */
type Normalize = (value: unknown, visit: Visit) => unknown

/**
 * Returns a function that normalizes parsed JSON for `schema`, in place and without loss. Instants become UTC with
 * milliseconds, and numbers sent as text become numbers. Every `merchantId` must be that of the import. The schema
 * reports all other errors.
 */
export function normalizeImportedData(schema: z.ZodType): (value: unknown, merchantId: string) => Problem[] {
  const normalize = normalizerOf(schema, '')
  return (value, merchantId) => {
    const visit: Visit = { merchantId, positions: [], problems: [] }
    normalize(value, visit)
    return visit.problems
  }
}

const unchanged: Normalize = (value) => value

function normalizerOf(schema: unknown, path: string): Normalize {
  if (schema instanceof z.ZodISODateTime) return normalizeInstant(path)
  if (schema instanceof z.ZodCodec) return normalizeNumber
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return normalizerOf(schema.unwrap(), path)
  if (schema instanceof z.ZodObject) return normalizeObject(schema, path)
  if (schema instanceof z.ZodArray) return normalizeArray(normalizerOf(schema.element, `${path}[]`))
  if (schema instanceof z.ZodDiscriminatedUnion) return normalizeByTag(schema, path)
  return unchanged
}

function normalizeObject(schema: z.ZodObject, path: string): Normalize {
  const normalizers = Object.entries(schema.shape)
    .map(([name, field]) => ({ name, normalize: normalizerOf(field, path ? `${path}.${name}` : name) }))
    .filter(({ normalize }) => normalize !== unchanged)
  return (value, visit) => {
    // A JsonNumber is an object, so the schema would accept it as an empty one.
    if (value instanceof JsonNumber) {
      visit.problems.push({ field: withPositions(path, visit), reason: `must be an object, but is ${value.text}` })
    }
    if (!isJsonObject(value)) return value
    for (const { name, normalize } of normalizers) {
      const sent = Object.hasOwn(value, name) ? value[name] : undefined
      const normalized = normalize(sent, visit)
      if (normalized !== sent) value[name] = normalized
    }
    if (typeof value.merchantId === 'string' && value.merchantId !== visit.merchantId) {
      const reason = `is "${value.merchantId}", but the import is for merchant "${visit.merchantId}"`
      visit.problems.push({ field: withPositions(`${path}.merchantId`, visit), reason })
    }
    return value
  }
}

function normalizeArray(normalize: Normalize): Normalize {
  if (normalize === unchanged) return unchanged
  return (value, visit) => {
    if (!Array.isArray(value)) return value
    for (const [position, item] of value.entries()) {
      visit.positions.push(position)
      value[position] = normalize(item, visit)
      visit.positions.pop()
    }
    return value
  }
}

function normalizeByTag(schema: z.ZodDiscriminatedUnion, path: string): Normalize {
  const tag = schema.def.discriminator
  const normalizers = new Map<unknown, Normalize>()
  for (const option of schema.options) {
    const literal: unknown = option instanceof z.ZodObject ? option.shape[tag] : undefined
    if (option instanceof z.ZodObject && literal instanceof z.ZodLiteral)
      normalizers.set(literal.value, normalizeObject(option, path))
  }
  return (value, visit) => (isJsonObject(value) && normalizers.get(value[tag])?.(value, visit)) || value
}

const NUMBER_AS_TEXT = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

const normalizeNumber: Normalize = (value) =>
  // Leading zeros as in `"007"` are not valid in a JSON number.
  typeof value === 'string' && NUMBER_AS_TEXT.test(value) ? new JsonNumber(value.replace(/^(-?)0+(?=\d)/, '$1')) : value

const CONTRACT_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** An instant with its zone and nothing that would be lost. Second 60 has no instant in UTC milliseconds. */
const INSTANT = /^\d{4}-\d\d-\d\d[Tt ]\d\d(:?\d\d){1,2}([.,]\d+)?([Zz]|[+-]\d\d(:?\d\d)?)$/
const LEAP_SECOND = /^.{11}\d\d:?\d\d:?60/
const BELOW_A_MILLISECOND = /[.,]\d{3}\d*[1-9]/

function normalizeInstant(path: string): Normalize {
  return (value, visit) => {
    if (typeof value !== 'string') return value
    const instant = CONTRACT_INSTANT.test(value) ? value : inUtc(value)
    const refuse = (reason: string) => visit.problems.push({ field: withPositions(path, visit), reason })
    if (instant !== value && BELOW_A_MILLISECOND.test(value))
      refuse(`has digits below a millisecond, which would be lost: "${value}"`)
    else if (instant.startsWith('0000-')) refuse('must not be before the year 1')
    return instant
  }
}

/** Returns the instant in UTC; text that is not an instant is returned unchanged. */
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
