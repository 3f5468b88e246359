'use client'

import {
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'

const GAP_PX = 4
/** The width of a menu, where the window has room for it. */
const WIDTH_PX = 288
/** The content of a menu: its actions, and a choice that keeps it open. */
export const ITEMS = '[role^=menuitem]'
const ACTIONS = '[role=menuitem]'

interface MenuButtonProps {
  label: string
  /** The look of the button. */
  className: string
  /** The content of the button; an icon button has none. */
  content?: ReactNode
  /** Prefetches what the menu needs, on hover or focus. */
  prefetchProps?: Pick<ComponentProps<'button'>, 'onPointerEnter' | 'onFocus'>
  /** A `Menu`, rendered only while it is open. */
  children: ReactNode
}

/**
 * A button that opens a popover menu: Escape and an outside click close it; arrows, Home, End and first letters move; a
 * disabled item keeps its place and stays readable. Mounts the popover on first hover, focus or press: a table has a menu for
 * each row.
 */
export function MenuButton({ label, className, content, prefetchProps, children }: MenuButtonProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isMounted, setMounted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const mountPopover = () => setMounted(true)
  const show = () => document.getElementById(id)?.showPopover()
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
        onPointerEnter={(event) => {
          mountPopover()
          prefetchProps?.onPointerEnter?.(event)
        }}
        onFocus={(event) => {
          mountPopover()
          prefetchProps?.onFocus?.(event)
        }}
        onClick={(event) => {
          // A press by assistive technology comes without pointer and focus.
          if (isMounted) return
          event.preventDefault()
          flushSync(mountPopover)
          show()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          flushSync(mountPopover)
          show()
        }}
        className={className}
      >
        {content}
      </button>
      {isMounted && (
        <MenuPopover id={id} button={button} onOpen={setOpen}>
          {isOpen && children}
        </MenuPopover>
      )}
    </>
  )
}

interface MenuPopoverProps {
  id: string
  button: RefObject<HTMLButtonElement | null>
  onOpen: (isOpen: boolean) => void
  children: ReactNode
}

function MenuPopover({ id, button, onOpen, children }: MenuPopoverProps) {
  const popover = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<CSSProperties | null>(null)
  const isOpen = place !== null

  // The menu has a fixed position: on scroll, and when the page above grows, it follows its button while that is visible.
  useEffect(() => {
    if (!isOpen) return
    const follow = () => {
      if (!button.current) return
      if (isInView(button.current)) setPlace(placeMenu(button.current))
      else popover.current?.hidePopover()
    }
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof Node && popover.current?.contains(target))) follow()
    }
    const layout = new ResizeObserver(follow)
    layout.observe(document.body)
    window.addEventListener('scroll', onScroll, { capture: true, passive: true })
    window.addEventListener('resize', follow)
    return () => {
      layout.disconnect()
      window.removeEventListener('scroll', onScroll, { capture: true })
      window.removeEventListener('resize', follow)
    }
  }, [isOpen, button])

  const close = () => {
    popover.current?.hidePopover()
    button.current?.focus({ preventScroll: true })
  }
  const onBeforeToggle = (event: ToggleEvent) => {
    if (event.newState !== 'open' || !button.current) return
    setPlace(placeMenu(button.current))
    onOpen(true)
  }
  const onToggle = (event: ToggleEvent) => {
    if (event.newState === 'closed') {
      setPlace(null)
      onOpen(false)
    } else popover.current?.querySelector<HTMLElement>(ITEMS)?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') close()
  }
  const onClick = (event: MouseEvent) => {
    const item = event.target instanceof Element ? event.target.closest(ACTIONS) : null
    if (item && item.getAttribute('aria-disabled') !== 'true') close()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles events that bubble from the items
    <div
      id={id}
      ref={popover}
      popover="auto"
      style={place ?? undefined}
      onBeforeToggle={onBeforeToggle}
      onToggle={onToggle}
      onClick={onClick}
      onKeyDown={onKeyDown}
      className="bg-raised text-text fixed inset-auto m-0 w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border p-1 text-left text-sm whitespace-normal shadow-xl"
    >
      {children}
    </div>
  )
}

function isInView(button: HTMLElement): boolean {
  const { top, bottom } = button.getBoundingClientRect()
  return bottom > 0 && top < document.documentElement.clientHeight
}

/** Places the menu below the button, or above it when there is more room, within the window. */
function placeMenu(button: HTMLElement): CSSProperties {
  const { top, bottom, right } = button.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const below = clientHeight - bottom
  const mostRight = clientWidth - WIDTH_PX - 2 * GAP_PX
  const side = { right: Math.max(2 * GAP_PX, Math.min(clientWidth - right, mostRight)) }
  return below >= 300 || below >= top
    ? { ...side, top: bottom + GAP_PX, maxHeight: below - 2 * GAP_PX }
    : { ...side, bottom: clientHeight - top + GAP_PX, maxHeight: top - 2 * GAP_PX }
}
