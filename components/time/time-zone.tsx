import { createContext, use } from 'react'

/** The user's display zone: `UTC` or an IANA name. The server knows it too, from a cookie. */
export const TimeZone = createContext('UTC')

export const useTimeZone = () => use(TimeZone)
