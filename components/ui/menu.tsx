import { Check } from 'lucide-react'
import { Link } from './link'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from './class-names'

/** Actions, and choices that keep the menu open. */
const ITEMS = '[role^=menuitem]'

/**
 * The items of an open menu. It focuses the first one, also when its code loads after the press. Arrows, Home, End and first letters move;
 * a disabled item keeps its place and stays readable.
 */
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
  /** The target of the item, or why it is disabled. */
  description?: string
  /** True for a disabled item: it stays visible and readable, and does nothing. */
  disabled?: boolean
  danger?: boolean
  /** A path of the console; alternative to `onSelect`. */
  href?: string
  /** True when `href` is a file to download or a document to print: never prefetched. */
  isFile?: boolean
  /** For a choice that is on or off: the menu stays open. */
  checked?: boolean
  onSelect?: () => void
}

/** An action, a link or a choice of a menu. A disabled one stays readable, with its description as the reason. */
export function MenuItem(props: MenuItemProps) {
  const { label, description, disabled = false, danger = false, href, isFile = false, checked, onSelect } = props
  const id = useId()
  const item = {
    role: checked === undefined ? 'menuitem' : 'menuitemcheckbox',
    'aria-checked': checked,
    tabIndex: -1,
    'aria-labelledby': `${id}-label`,
    'aria-describedby': description ? `${id}-description` : undefined,
    className: classNames(
      // The height is the same without a description, so no item moves when one appears.
      'hover:bg-hover focus:bg-hover flex min-h-12 w-full flex-col justify-center rounded-md px-2.5 py-1.5 text-left -outline-offset-2',
      disabled ? 'cursor-not-allowed' : 'cursor-pointer',
    ),
  } as const
  const content = (
    <>
      <span id={`${id}-label`} className={classNames('block', disabled ? 'text-muted' : danger && 'text-red')}>
        {checked && <Check aria-hidden="true" className="mr-1.5 inline size-3.5" />}
        {label}
      </span>
      {description && (
        <span id={`${id}-description`} className="foreign text-muted block text-xs">
          {description}
        </span>
      )}
    </>
  )
  if (href && !disabled && isFile)
    return (
      <a href={href} {...item}>
        {content}
      </a>
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

/** Returns the item that a key moves to, wrapping at the ends; undefined for other keys. */
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
