import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * An instant's text as the audit wrote it. Whatever the audit never writes (another era, microseconds, infinity) is
 * PostgreSQL's own text: no two values share one, and none ends the reading.
 */
export const instantText = (at: AnyColumn): SQL<string> =>
  sql`case when ${at} >= '0001-01-01T00:00:00Z' and ${at} < '10000-01-01T00:00:00Z' and date_trunc('milliseconds', ${at}) = ${at} then to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') else ${at}::text end`
