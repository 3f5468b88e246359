import { customType } from 'drizzle-orm/pg-core'
import { types } from 'pg'

// The driver's JSON.parse would lose digits. Drizzle uses these process-wide parsers, not the pool's.
types.setTypeParser(types.builtins.JSON, (text) => text)

const POSTGRES_INSTANT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00(?::00)?$/

/**
 * Converts PostgreSQL's text of a `timestamptz(3)` in a UTC session to the contract's form `2026-03-01T00:00:00.000Z`.
 * @throws RangeError when the session is not UTC or the year does not have four digits
 */
export function readInstant(text: string): string {
  const parts = POSTGRES_INSTANT.exec(text)
  if (!parts) throw new RangeError(`not an instant of a UTC session: ${text}`)
  const [, date, time, fraction = ''] = parts
  return `${date}T${time}.${fraction.padEnd(3, '0')}Z`
}

/** A UTC instant with milliseconds: an ISO string in code, `timestamptz(3)` in the database. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: readInstant,
})

/** An opaque id, compared byte by byte, so that the order of ids is the same in every locale. */
export const opaqueId = customType<{ data: string; driverData: string }>({ dataType: () => 'text COLLATE "C"' })

/** Exact JSON text in code and in the database: the type `json` keeps digits and field order. */
export const jsonText = customType<{ data: string; driverData: string }>({ dataType: () => 'json' })
