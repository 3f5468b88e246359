import type { Role } from '../roles'

/** How a person signed in. */
export type SignInMethod = 'password' | 'oidc'

export interface Session {
  /** Public. Identifies the session on the account page. */
  id: string
  /** The lookup key of the session. */
  tokenHash: string
  method: SignInMethod
  /** When the person last proved their identity. */
  authenticatedAt: Date
}

/** The user, visitor or program that makes a request. */
export interface Actor {
  /** Undefined for visitors, and in demo mode. Of an access key, its owner. */
  userId?: string
  /** The name in the audit. */
  name: string
  role: Role | 'visitor'
  session?: Session
  /** The ID of the access key that came with the request; it has no session. */
  accessKey?: string
}

/** Returns what identifies the user in the store: the demo user has no ID. */
export const userKey = ({ userId, name }: Actor): string => userId ?? name

/** A signed-in user, or the demo user. */
export type SignedInActor = Actor & { role: Role }

/** A user who is not signed in. */
export const VISITOR: Actor = { name: 'visitor', role: 'visitor' }

export const isSignedIn = (actor: Actor): actor is SignedInActor => actor.role !== 'visitor'

/** The user of the demo, which needs no sign-in. */
export const DEMO_ACTOR: SignedInActor = { name: 'demo@localhost', role: 'admin' }
