'use client'

import { type ReactNode, useEffect } from 'react'
import { useSignedIn } from '@/lib/browser/signed-in'

/**
 * A page, for whoever it was made for. What stands around it is kept from page to page: where that is still somebody else's,
 * who signed in with another tab, all of it is loaded anew.
 */
export function MadeFor({ name, children }: { name: string; children: ReactNode }) {
  const isSame = useSignedIn().name === name
  useEffect(() => {
    if (!isSame) window.location.reload()
  }, [isSame])
  return isSame && children
}
