import type { Role } from '@/lib/core/roles'

/*
 * The users as an admin sees them. Without zod, because the browser loads it too.
 */

export const MAX_EMAIL_CHARS = 254
/** The most users on a page; admins search when there are more. */
export const MAX_USERS_LISTED = 200

export interface UserView {
  id: string
  email: string
  role: Role
  /** UTC instants. */
  createdAt: string
  signedInAt: string | null
  disabledAt: string | null
  /** `none` when the user has not set a password yet. */
  signsInBy: 'password' | 'single sign-on' | 'none'
}

export interface UserPage {
  /** Sorted by email address, at most `MAX_USERS_LISTED`. */
  users: UserView[]
  /** The total number of matches. */
  matching: number
  /** False when all users use single sign-on; then no user can be added here, and there are no password links. */
  takesPasswords: boolean
  /** How many people may approve what others propose; null when no change needs an approval. */
  approvers: number | null
}

/** A link for setting a password once. The console shows it only once. */
export interface OneTimeAddress {
  /** The path in the console: `/reset?token=…`. */
  path: string
  /** UTC instant. */
  expiresAt: string
}

export interface LinkMade {
  accepted: true
  link: OneTimeAddress
}

export interface UserAdded extends LinkMade {
  user: UserView
}
