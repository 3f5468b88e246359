import type { Role } from '@/lib/core/roles'

/** The account of the signed-in user. Instants are UTC ISO 8601. */
export interface Account {
  email: string
  role: Role
  /** True when the user signs in with a password; false for single sign-on and the demo. */
  hasPassword: boolean
  /** The active sessions, the last used first. */
  sessions: AccountSession[]
}

export interface AccountSession {
  id: string
  beganAt: string
  /** To the minute. */
  usedAt: string
  /** The IP address at which the session started. */
  peer: string
  /** The browser's user agent. */
  userAgent: string
  /** True for the session of this request. */
  isThis: boolean
}
