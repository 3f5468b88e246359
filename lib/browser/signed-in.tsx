'use client'

import { createContext, type ReactNode, useContext, useState } from 'react'
import { isAllowed, type Permission, type Role } from '@/contract/console/roles'

/** Who looks at the pages, as the server said when it made them. */
export interface SignedIn {
  /** Their e-mail address. */
  name: string
  role: Role
  /** The console stands open on demo data: nobody has signed in. */
  isDemo: boolean
  /** How long their sign-in is fresh enough to delete, from when the page was made; null in the demo, which asks for none. */
  freshSignInMs: number | null
}

const SignedInContext = createContext<SignedIn | undefined>(undefined)

export function SignedInProvider({ value, children }: { value: SignedIn; children: ReactNode }) {
  return <SignedInContext value={value}>{children}</SignedInContext>
}

/** Who looks at this page. */
export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext)
  if (!signedIn) throw new Error('useSignedIn is for pages of people who are signed in')
  return signedIn
}

/** Returns whether the sign-in had grown too old to delete when the component was mounted. The server asks again. */
export function useIsSignInOld(): boolean {
  const { freshSignInMs } = useSignedIn()
  // By this clock alone, which may be wrong.
  const [isOld] = useState(() => freshSignInMs !== null && Date.now() - performance.timeOrigin >= freshSignInMs)
  return isOld
}

/** Whether they may: what they may not is not offered. The server asks again, whatever was offered. */
export function useMay(permission: Permission): boolean {
  return isAllowed(useSignedIn().role, permission)
}
