import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'

/** A process that works on something in the store renews its lease; when it is silent for this long, it has ended. */
export const LEASE_MS = 20_000

/** Returns the end of a lease that was given or renewed at an instant. */
export const leaseFrom = (at: SQLWrapper, ms = LEASE_MS): SQL => sql`${at} + make_interval(secs => ${ms / 1_000})`

/** Returns the end of a new lease, by the clock of the store: those of the processes may differ. */
export const newLease = (ms = LEASE_MS): SQL => leaseFrom(sql`clock_timestamp()`, ms)

/** True while a process holds a lease. A lease that ends too late was given before the store's clock was set back: it does not count. */
export const isHeld = (until: SQLWrapper, ms = LEASE_MS): SQL<boolean> =>
  sql<boolean>`coalesce(${until} between clock_timestamp()
    and clock_timestamp() + make_interval(secs => ${ms / 1_000 + 1}), false)`
