import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'

/** What was noticed while a line was made ready for the contract. Paths as in `data.plan.prices[3].price.limit`. */
export interface WireNotes {
  /** Fields the contract does not know, without positions: `data.plan.prices[].price.limit`. */
  unknownFields: string[]
  problems: { field: string; reason: string }[]
}

interface Visit extends WireNotes {
  merchantId: string
  /** Where in the arrays on the way from the root we are. */
  positions: number[]
}

/** Returns what the contract is to read in place of `value`; objects are changed in place. */
type Settle = (value: unknown, visit: Visit) => unknown

/**
 * Makes a reader that prepares parsed JSON for `schema`, as lenient as is honest: an absent nullable field becomes
 * null, a null optional one absent; an instant of any zone and precision becomes UTC with milliseconds; fields the
 * schema does not know are noted and dropped; every `merchantId` must be ours. What is wrong beyond that is left for
 * the schema to refuse. The value is ours: it is changed in place.
 */
export function lenientWire(schema: z.ZodType): (value: unknown, merchantId: string) => WireNotes {
  const settle = settlerOf(schema, '')
  return (value, merchantId) => {
    const visit: Visit = { merchantId, positions: [], unknownFields: [], problems: [] }
    settle(value, visit)
    return visit
  }
}

const unchanged: Settle = (value) => value

function settlerOf(schema: unknown, path: string): Settle {
  if (schema instanceof z.ZodISODateTime) return settleInstant(path)
  if (schema instanceof z.ZodNullable) return settlerOf(schema.unwrap(), path)
  if (schema instanceof z.ZodOptional) {
    const settle = settlerOf(schema.unwrap(), path)
    return (value, visit) => (value === null ? undefined : settle(value, visit))
  }
  if (schema instanceof z.ZodObject) return settleObject(schema, path)
  if (schema instanceof z.ZodArray) return settleArray(settlerOf(schema.element, `${path}[]`))
  if (schema instanceof z.ZodDiscriminatedUnion) return settleByTag(schema, path)
  if (schema instanceof z.ZodUnion) return settleByShape(schema, path)
  return unchanged
}

function settleObject(schema: z.ZodObject, path: string): Settle {
  const fields = new Map(
    Object.entries(schema.shape).map(([name, field]) => [
      name,
      { settle: settlerOf(field, path ? `${path}.${name}` : name), nullable: field instanceof z.ZodNullable },
    ]),
  )
  return (value, visit) => {
    if (!isObject(value)) return value
    for (const [name, { settle, nullable }] of fields) {
      const sent = value[name]
      const settled = sent === undefined ? (nullable ? null : undefined) : settle(sent, visit)
      if (settled === undefined) delete value[name]
      else if (settled !== sent) value[name] = settled
    }
    for (const name of Object.keys(value)) {
      if (fields.has(name)) continue
      visit.unknownFields.push(path ? `${path}.${name}` : name)
      delete value[name]
    }
    if (typeof value.merchantId === 'string' && value.merchantId !== visit.merchantId) {
      const reason = `is "${value.merchantId}", but the import is for merchant "${visit.merchantId}"`
      visit.problems.push({ field: withPositions(`${path}.merchantId`, visit), reason })
    }
    return value
  }
}

function settleArray(settle: Settle): Settle {
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
  for (const option of objectsOf(schema)) {
    const literal: unknown = option.shape[tag]
    if (literal instanceof z.ZodLiteral) settlers.set(literal.value, settleObject(option, path))
  }
  return (value, visit) => (isObject(value) && settlers.get(value[tag])?.(value, visit)) || value
}

/** Takes the first shape that has all its fields, unless none of its fields were sent: that would drop everything. */
function settleByShape(schema: z.ZodUnion, path: string): Settle {
  const shapes = objectsOf(schema).map((option) => ({
    known: Object.keys(option.shape),
    required: Object.entries(option.shape).flatMap(([name, field]) => (field instanceof z.ZodOptional ? [] : [name])),
    settle: settleObject(option, path),
  }))
  return (value, visit) => {
    if (!isObject(value)) return value
    const empty = Object.keys(value).length === 0
    const shape = shapes.find(
      ({ known, required }) =>
        required.every((name) => name in value) && (empty || known.some((name) => name in value)),
    )
    return shape ? shape.settle(value, visit) : value
  }
}

const INSTANT_AS_THE_CONTRACT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function settleInstant(path: string): Settle {
  return (value, visit) => {
    if (typeof value !== 'string') return value
    const instant = INSTANT_AS_THE_CONTRACT.test(value) ? value : inUtc(value)
    if (instant.startsWith('0000-')) {
      visit.problems.push({ field: withPositions(path, visit), reason: 'must not lie before the year 1' })
    }
    return instant
  }
}

/** Digits below a millisecond are cut. Text that is no instant comes back as it was. */
function inUtc(text: string): string {
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

function objectsOf(union: z.ZodUnion): z.ZodObject[] {
  return union.options.flatMap((option: unknown) => (option instanceof z.ZodObject ? [option] : []))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
