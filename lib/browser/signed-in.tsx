'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { isAllowed, type Permission, type Role } from '@/contract/console/roles'

/** Who looks at the pages, as the server said when it made them. */
export interface SignedIn {
  /** Their e-mail address. */
  name: string
  role: Role
  /** The console stands open on demo data: nobody has signed in. */
  isDemo: boolean
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

/** Whether they may: what they may not is not offered. The server asks again, whatever was offered. */
export function useMay(permission: Permission): boolean {
  return isAllowed(useSignedIn().role, permission)
}
