'use client'

import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, use, useState, useTransition } from 'react'

interface Navigation {
  /** Opens a page; `from` names the pressed control. */
  go: (href: string, from: string) => void
  /** The pressed control, while its page loads. */
  pressed: string | null
}

const NavigationContext = createContext<Navigation | null>(null)

/** Shows a progress line while a page of the console loads, even when the pressed link has unmounted. */
export function NavigationProgress({ children }: { children: ReactNode }) {
  const router = useRouter()
  const [pressed, setPressed] = useState<string | null>(null)
  const [pending, startTransition] = useTransition()
  const go = (href: string, from: string) => {
    setPressed(from)
    startTransition(() => router.push(href))
  }
  return (
    <NavigationContext value={{ go, pressed: pending ? pressed : null }}>
      {pending && <div role="progressbar" aria-label="Loading page" className="progress-line no-print" />}
      {children}
    </NavigationContext>
  )
}

/**
 * Returns the function that opens a page, and the pressed control; outside the console's pages there is no progress
 * line.
 */
export function useNavigation(): Navigation {
  const router = useRouter()
  return use(NavigationContext) ?? { go: (href) => router.push(href), pressed: null }
}
