'use client'

import { Link } from './link'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from './class-names'
import { ITEMS } from './menu-button'

/** Its first item takes the focus, also where the menu's code comes after its button was pressed. */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => itemsOf(menu.current)[0]?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextItem(event, itemsOf(menu.current))
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <div ref={menu} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}

interface MenuItemProps {
  label: string
  /** What it leads to, or why it is not possible. */
  description?: string
  /** It is not possible: it stays visible and can be read, and does nothing. */
  disabled?: boolean
  danger?: boolean
  /** An address inside the console; or `onSelect`. */
  href?: string
  onSelect?: () => void
}

export function MenuItem({ label, description, disabled = false, danger = false, href, onSelect }: MenuItemProps) {
  const id = useId()
  const item = {
    role: 'menuitem',
    tabIndex: -1,
    'aria-labelledby': `${id}-label`,
    'aria-describedby': description ? `${id}-description` : undefined,
    className: classNames(
      // As high with a description as without: no item moves when one's description comes or goes.
      'hover:bg-hover focus:bg-hover flex min-h-12 w-full flex-col justify-center rounded-md px-2.5 py-1.5 text-left -outline-offset-2',
      disabled ? 'cursor-not-allowed' : 'cursor-pointer',
    ),
  } as const
  const content = (
    <>
      <span id={`${id}-label`} className={classNames('block', disabled ? 'text-muted' : danger && 'text-red')}>
        {label}
      </span>
      {description && (
        <span id={`${id}-description`} className="foreign text-muted block text-xs">
          {description}
        </span>
      )}
    </>
  )
  if (href && !disabled)
    return (
      <Link href={href} prefetch={false} {...item}>
        {content}
      </Link>
    )
  return (
    <button type="button" aria-disabled={disabled || undefined} onClick={disabled ? undefined : onSelect} {...item}>
      {content}
    </button>
  )
}

const itemsOf = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLElement>(ITEMS) ?? [])]

/** The item a key leads to, going round at the ends; undefined for other keys. */
function nextItem({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, items: HTMLElement[]): HTMLElement | undefined {
  const here = items.findIndex((item) => item === document.activeElement)
  if (key === 'ArrowDown') return items[(here + 1) % items.length]
  if (key === 'ArrowUp') return items.at(here <= 0 ? -1 : here - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined
  const following = [...items.slice(here + 1), ...items.slice(0, here + 1)]
  return following.find((item) => item.textContent.toLowerCase().startsWith(key.toLowerCase()))
}
