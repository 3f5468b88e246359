'use client'

import { createContext, type ReactNode, use } from 'react'

const TimeZone = createContext('UTC')

/** Returns the user's display zone: `UTC` or an IANA name. The server knows it too, from a cookie. */
export function TimeZoneProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return <TimeZone value={timeZone}>{children}</TimeZone>
}

export const useTimeZone = () => use(TimeZone)
