import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * Returns the SQL for an instant's text as the audit writes it. Forged values (another era, microseconds, infinity) get
 * PostgreSQL's own text, which is unique for each value and never fails.
 */
export const instantText = (at: AnyColumn): SQL<string> =>
  sql`case when ${at} >= '0001-01-01T00:00:00Z' and ${at} < '10000-01-01T00:00:00Z' and date_trunc('milliseconds', ${at}) = ${at} then to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') else ${at}::text end`
