'use client'

import { useSignedIn } from '@/lib/browser/signed-in'

/** Who is signed in, and what they can do about it. */
export function UserMenu() {
  const { name } = useSignedIn()
  return <span className="text-muted text-sm">{name}</span>
}
