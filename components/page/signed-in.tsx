import { createContext, useContext, useState } from 'react'
import type { ChangeAction } from '@/lib/changes/change-effect'
import { isAllowed, type Permission, type Role } from '@/lib/core/roles'

/** The user that the server rendered the pages for. */
export interface SignedIn {
  /** The email address. */
  name: string
  role: Role
  /** True when the console shows demo data without a sign-in. */
  isDemo: boolean
  /** How long the sign-in stays fresh enough to delete, counted from rendering; null in the demo, which needs none. */
  freshSignInMs: number | null
  /** The changes that another person must approve. */
  proposes: readonly ChangeAction[]
}

export const SignedInContext = createContext<SignedIn | undefined>(undefined)

export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext)
  if (!signedIn) throw new Error('useSignedIn needs a SignedInContext')
  return signedIn
}

/** True when the sign-in was too old to delete when the component was mounted. The server checks again. */
export function useIsSignInOld(): boolean {
  const { freshSignInMs } = useSignedIn()
  // Only by the browser's clock, which may be wrong.
  const [isOld] = useState(() => freshSignInMs !== null && Date.now() - performance.timeOrigin >= freshSignInMs)
  return isOld
}

/** True when the user has the permission. The server checks again. */
export function useMay(permission: Permission): boolean {
  return isAllowed(useSignedIn().role, permission)
}
