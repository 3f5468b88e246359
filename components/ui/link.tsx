'use client'

import { useRouter } from 'next/navigation'
import { type ComponentProps, type MouseEvent, useId } from 'react'
import { useNavigation } from './navigation-progress'

interface LinkProps extends Omit<ComponentProps<'a'>, 'download'> {
  /** A path of the console. */
  href: string
  /** False where what it leads to needs data to be opened: docs/decisions/fast-reads.md. */
  prefetch?: boolean
  /** It was followed in this tab. */
  onNavigate?: () => void
}

/**
 * A link to a page of the console. What it leads to is fetched when somebody points at it or gets to it by keyboard: fetched
 * as soon as it is in sight, as `next/link` would, each page would ask for all places of the menu, with twice the code.
 */
export function Link({
  href,
  prefetch = true,
  onNavigate,
  onClick,
  onPointerEnter,
  onFocus,
  children,
  ...props
}: LinkProps) {
  const router = useRouter()
  const id = useId()
  const { go, pressed } = useNavigation()
  const fetchAhead = () => prefetch && router.prefetch(href)
  return (
    <a
      {...props}
      href={href}
      aria-busy={pressed === id || undefined}
      onPointerEnter={(event) => {
        fetchAhead()
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        fetchAhead()
        onFocus?.(event)
      }}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || isForBrowser(event)) return
        event.preventDefault()
        onNavigate?.()
        go(href, id)
      }}
    >
      {children}
    </a>
  )
}

/** Whether it opens in another tab or window, or is saved. */
const isForBrowser = ({
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
  currentTarget: { target },
}: MouseEvent<HTMLAnchorElement>) => metaKey || ctrlKey || shiftKey || altKey || (target !== '' && target !== '_self')
