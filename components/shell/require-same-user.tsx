'use client'

import { type ReactNode, useEffect } from 'react'
import { useSignedIn } from '@/components/page/signed-in'

/**
 * Renders a page only while `name`, the user it was rendered for, is the user of the layout. Otherwise another tab has
 * signed in as another user since, and the whole page reloads.
 */
export function RequireSameUser({ name, children }: { name: string; children: ReactNode }) {
  const isSame = useSignedIn().name === name
  useEffect(() => {
    if (!isSame) window.location.reload()
  }, [isSame])
  return isSame && children
}
