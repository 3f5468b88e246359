'use client'

import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, use, useState, useTransition } from 'react'

interface Navigation {
  /** Goes to a page; `from` names what was pressed. */
  go: (href: string, from: string) => void
  /** What was pressed, while its page is on its way. */
  pressed: string | null
}

const NavigationContext = createContext<Navigation | null>(null)

/** Shows a progress line while a page of the console is on its way, also when the pressed link is gone meanwhile. */
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

/** Returns how to go to a page and what is on its way; outside of the console's pages there is no progress line. */
export function useNavigation(): Navigation {
  const router = useRouter()
  return use(NavigationContext) ?? { go: (href) => router.push(href), pressed: null }
}
