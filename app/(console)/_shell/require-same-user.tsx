'use client'

import { type ReactNode, useEffect } from 'react'
import { useSignedIn } from '@/lib/browser/signed-in'

/**
 * Renders a page for the signed-in user. The layout persists across navigations, so a full reload follows when another
 * tab has signed in as a different user.
 */
export function RequireSameUser({ name, children }: { name: string; children: ReactNode }) {
  const isSame = useSignedIn().name === name
  useEffect(() => {
    if (!isSame) window.location.reload()
  }, [isSame])
  return isSame && children
}
