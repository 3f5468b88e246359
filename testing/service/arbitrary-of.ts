import { idProblem } from '@/contract/requestable-id'
import { Id, JsonNumber } from '@/contract/billing/scalars'
import * as fc from 'fast-check'
import { z } from 'zod'

/** Any text that PostgreSQL can store: every code point except NUL, and text that exposes wrong escaping. */
const texts = (minLength: number, maxLength: number) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.string({ unit: 'binary', minLength, maxLength }).filter((text) => !text.includes('\0')),
    },
    fc.constantFrom(
      `'; drop table x`,
      '{"a":[1]}',
      '\\u0000',
      '\\',
      '"',
      '%',
      '%2F',
      'a/b?c#d',
      ' ',
      '\n',
      'ı',
      'ÅÅ',
      '__proto__',
      'null',
    ),
  )
/** Ids of resources that can be requested. */
const ids = texts(1, 256).filter((id) => idProblem(id) === null)

const names = texts(0, 20).filter((name) => name !== '__proto__')

const instants = fc
  .date({ min: new Date('0002-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** Up to the most digits that are stored, also with trailing zeros; zero has no sign. */
const decimals = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 38n - 1n })),
    fraction: fc.oneof(fc.constant(''), fc.stringMatching(/^\d{1,60}$/)),
  })
  .map(({ sign, whole, fraction }) => {
    const digits = `${whole}${fraction ? `.${fraction}` : ''}`
    return new JsonNumber(/[1-9]/.test(digits) ? `${sign}${digits}` : digits)
  })
const integers = fc.maxSafeInteger().map((integer) => new JsonNumber(String(integer)))

/** Any JSON, also numbers with an exponent, without field names that decoding would drop. */
const anything: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(null, true, false),
    texts(0, 20),
    fc.oneof(
      decimals,
      fc.constantFrom('1e400', '-0', '5.551115123125783e-17').map((text) => new JsonNumber(text)),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value

/** For tests: generates decoded values of a contract schema. @throws TypeError for an unsupported schema type */
export function arbitraryOf<Schema extends z.ZodType>(schema: Schema): fc.Arbitrary<z.output<Schema>> {
  return wireOf(schema).map((wire) => schema.parse(wire))
}

function wireOf(schema: unknown): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodISODateTime) return instants
  if (schema instanceof z.ZodCodec) return schema.def.out instanceof z.ZodString ? decimals : integers
  if (schema instanceof z.ZodString && schema.maxLength === Id.maxLength) return ids
  if (schema instanceof z.ZodNullable) return fc.option(wireOf(schema.unwrap()), { nil: null, freq: 3 })
  if (schema instanceof z.ZodOptional) return wireOf(schema.unwrap())
  if (schema instanceof z.ZodObject) return objectOf(schema)
  if (schema instanceof z.ZodArray)
    return fc.array(wireOf(schema.element), { minLength: schema.safeParse([]).success ? 0 : 1, maxLength: 3 })
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constant(schema.value)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodString) return texts(schema.safeParse('').success ? 0 : 1, 30)
  if (schema instanceof z.ZodUnknown) return anything
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(wireOf))
  throw new TypeError('unsupported schema type')
}

function objectOf(schema: z.ZodObject): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.shape)
  const requiredKeys = fields.filter(([, field]) => !(field instanceof z.ZodOptional)).map(([name]) => name)
  const known = fc.record(Object.fromEntries(fields.map(([name, field]) => [name, wireOf(field)])), {
    requiredKeys,
    noNullPrototype: true,
  })
  if (!(schema.def.catchall instanceof z.ZodUnknown)) return known
  const unknown = fc.dictionary(
    names.filter((name) => !Object.hasOwn(schema.shape, name)),
    anything,
    { maxKeys: 2, noNullPrototype: true },
  )
  return fc.tuple(known, unknown).map(([some, more]) => ({ ...some, ...more }))
}
