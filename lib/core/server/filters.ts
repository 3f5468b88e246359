import { type AnyColumn, eq, ilike, or, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Filter, Filters } from '@/lib/core/filter'
import { NO_DATE } from '@/lib/objects/indexed-objects'
import { READ_ID } from '@/lib/reads/reads'
import { Instant, KeptText, Month, PathId } from './input'

export const ReadId = z.string().regex(READ_ID, 'must be the ID of a run').describe('ID of a run of `readThese`')

/** Returns the schemas of filters, by name. */
// From a name to its schema: the compiler does not follow `Object.fromEntries`.
export function filterShape<Of extends Readonly<Record<string, Filter>>>(
  filters: Of,
): Record<keyof Of & string, z.ZodOptional<z.ZodType<string>>>
export function filterShape(filters: Readonly<Record<string, Filter>>): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => {
      const { description } = filter
      const schema = schemaOf(filter)
      return [name, (description === undefined ? schema : schema.describe(description)).optional()]
    }),
  )
}

function schemaOf(filter: Filter): z.ZodType<string> {
  switch (filter.kind) {
    case 'text':
    case 'knownText':
      return KeptText.min(1).max(filter.maxChars)
    case 'choice':
      return z.enum(Object.keys(filter.choices))
    case 'id':
      return PathId
    case 'day':
      return Instant
    case 'month':
      return filter.none === undefined ? Month : Month.or(z.literal(NO_DATE))
    case 'run':
      return ReadId
  }
}

/**
 * Returns the conditions of the filters that are given, all of which must match.
 * @param columns the columns that they compare
 * @param rules the conditions of a rule for a value
 */
export function filterConditions<Column extends string, Rule extends string>(
  filters: Filters<Column, NoInfer<Rule>>,
  given: object,
  columns: Readonly<Record<Column, AnyColumn>>,
  rules: Readonly<Record<Rule, (value: string) => SQL | undefined>>,
): (SQL | undefined)[] {
  return Object.entries<Filter<Column, Rule>>(filters).map(([name, filter]) => {
    const value: unknown = Object(given)[name]
    if (typeof value !== 'string') return undefined
    if ('columns' in filter) return or(...filter.columns.map((column) => ilike(columns[column], likePattern(value))))
    return 'column' in filter ? eq(columns[filter.column], value) : rules[filter.comparison](value)
  })
}

/** Returns a `like` pattern that finds the text anywhere, with its wildcards escaped. */
export const likePattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
