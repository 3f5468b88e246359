import type { Role } from '@/contract/console/roles'

/** How a person proved who they are. */
export type SignInMethod = 'password' | 'oidc'

export interface Session {
  /** Public: what it is called on the account's page. */
  id: string
  /** What it is found by. */
  tokenHash: string
  method: SignInMethod
  /** When the person last proved who they are. */
  authenticatedAt: Date
}

/** Who asks. */
export interface Actor {
  /** Undefined for who has not signed in, and in demo mode. */
  userId?: string
  /** As the audit names them. */
  name: string
  role: Role | 'visitor'
  session?: Session
}

/** Somebody who is signed in, or who the demo lets in. */
export type SignedInActor = Actor & { role: Role }

/** Anybody who has not signed in. */
export const VISITOR: Actor = { name: 'visitor', role: 'visitor' }

export const isSignedIn = (actor: Actor): actor is SignedInActor => actor.role !== 'visitor'

/** Everybody, as long as the console stands open on demo data. */
export const DEMO_ACTOR: SignedInActor = { name: 'demo@localhost', role: 'admin' }
