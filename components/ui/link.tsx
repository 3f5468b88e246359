'use client'

import { useRouter } from 'next/navigation'
import { type ComponentProps, type MouseEvent, useId } from 'react'
import { useNavigation } from './navigation-progress'

interface LinkProps extends Omit<ComponentProps<'a'>, 'download'> {
  /** A path of the console. */
  href: string
  /** False when the target needs data before it opens: docs/decisions/fast-reads.md. */
  prefetch?: boolean
  /** Called when the link is followed in this tab. */
  onNavigate?: () => void
}

/**
 * A link to a page of the console, prefetched on hover or keyboard focus. `next/link` prefetches every visible link, so
 * each page would request all pages of the menu, with twice the code.
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

/** True when the click opens another tab or window, or downloads. */
const isForBrowser = ({
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
  currentTarget: { target },
}: MouseEvent<HTMLAnchorElement>) => metaKey || ctrlKey || shiftKey || altKey || (target !== '' && target !== '_self')
