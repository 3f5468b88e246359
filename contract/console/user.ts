import type { Role } from './roles'

/*
 * The users as an admin sees them. Without zod: the browser has it too.
 */

export const MOST_EMAIL_CHARS = 254
/** On one page: a larger company searches. */
export const MOST_USERS_LISTED = 200

export interface UserView {
  id: string
  email: string
  role: Role
  /** UTC instants. */
  createdAt: string
  signedInAt: string | null
  disabledAt: string | null
  /** How they sign in; `none` where they have not set a password yet. */
  signsInBy: 'password' | 'single sign-on' | 'none'
}

export interface UserPage {
  /** By e-mail address, at most `MOST_USERS_LISTED`. */
  users: UserView[]
  /** How many match in all. */
  matching: number
  /** Where not, everybody comes by single sign-on: nobody is added here, and there is no link to a password. */
  takesPasswords: boolean
}

/** An address that lets somebody set their password, once. It is shown this one time only. */
export interface OneTimeAddress {
  /** Of the console: `/reset?token=…`. */
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

export interface UserChanged {
  accepted: true
  user: UserView
}
