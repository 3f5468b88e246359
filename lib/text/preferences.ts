import type { CsvForm } from '@/lib/core/download'

/** Display preferences, kept in cookies so that the first HTML is already right. */
export interface Preferences {
  theme: 'system' | 'light' | 'dark'
  /** `UTC` or the IANA name of the user's zone. */
  timeZone: string
  csvForm: CsvForm
}

export const THEME_COOKIE = 'theme'
export const TIME_ZONE_COOKIE = 'time-zone'
export const CSV_FORM_COOKIE = 'csv-form'
/** `off` turns the keyboard shortcuts of one letter off. */
export const SHORTCUTS_COOKIE = 'shortcuts'
/** Says that a person dismissed "Try this" on Home. */
export const TRY_THIS_COOKIE = 'try-this'

/** Reads the preferences; an invalid value becomes the default. */
export function readPreferences(cookie: (name: string) => string | undefined): Preferences {
  const theme = cookie(THEME_COOKIE)
  const timeZone = cookie(TIME_ZONE_COOKIE)
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    timeZone: timeZone && isTimeZone(timeZone) ? timeZone : 'UTC',
    csvForm: cookie(CSV_FORM_COOKIE) === 'excel' ? 'excel' : 'csv',
  }
}

/** True when the runtime knows the zone. */
function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Returns the cookie that keeps a preference for a year. */
export const preferenceCookie = (name: string, value: string) =>
  `${name}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`
