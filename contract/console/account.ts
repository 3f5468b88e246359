import type { Role } from './roles'

/** The account of whoever asks. Instants are UTC ISO 8601. */
export interface Account {
  email: string
  role: Role
  /** Whether a password signs in to it; else it is somebody's elsewhere, or the demo's. */
  hasPassword: boolean
  /** Those that go on, the last used first. */
  sessions: AccountSession[]
}

export interface AccountSession {
  id: string
  beganAt: string
  /** To the minute. */
  usedAt: string
  /** The address it began at. */
  peer: string
  /** As the browser calls itself. */
  userAgent: string
  /** Whether this is the one that asks. */
  isThis: boolean
}
