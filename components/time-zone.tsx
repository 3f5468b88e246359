'use client'

import { createContext, type ReactNode, use } from 'react'

const TimeZone = createContext('UTC')

/** Gives the zone the person reads dates in: `UTC` or an IANA name. Known on the server too, from a cookie. */
export function TimeZoneProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return <TimeZone value={timeZone}>{children}</TimeZone>
}

export const useTimeZone = () => use(TimeZone)
