'use client'

import { CircleUser } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { type KeyboardEvent, type ToggleEvent, useId } from 'react'
import { buttonClass } from '@/components/ui/button'
import { useSignedIn } from '@/lib/browser/signed-in'
import { storeTicket } from '@/lib/browser/ticket-storage'
import { forgetTyped } from '@/lib/browser/typed'

const ITEM =
  'hover:bg-hover focus:bg-hover flex min-h-9 w-full items-center rounded-md px-2.5 text-left -outline-offset-2'

/** The signed-in user with a popover menu that works without scripts. */
export function UserMenu() {
  const { name, isDemo } = useSignedIn()
  const id = useId()
  // The demo banner already names the demo user.
  if (isDemo) return null
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        title={name}
        className={`${buttonClass('ghost')} min-w-0 sm:max-w-56`}
      >
        <CircleUser aria-hidden="true" className="size-4 shrink-0" />
        <span className="truncate max-sm:sr-only">{name}</span>
      </button>
      <div
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={name}
        onToggle={focusFirst}
        onKeyDown={moveFocus}
        className="bg-raised text-text fixed inset-auto top-13 right-4 w-44 rounded-lg border p-1 text-sm shadow-xl [position-anchor:auto] supports-[top:anchor(bottom)]:top-[calc(anchor(bottom)+0.25rem)]"
      >
        <Link
          href="/account"
          role="menuitem"
          tabIndex={-1}
          onClick={({ currentTarget }) => currentTarget.parentElement?.hidePopover()}
          className={ITEM}
        >
          Account
        </Link>
        <button type="submit" form={`${id}-sign-out`} role="menuitem" tabIndex={-1} className={ITEM}>
          Sign out
        </button>
      </div>
      <form id={`${id}-sign-out`} method="post" action="/api/sign-out" onSubmit={forgetWork} hidden />
    </>
  )
}

function forgetWork(): void {
  forgetTyped()
  // The sign-in page loads anew, without what this page has in memory.
  storeTicket(null)
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]

function focusFirst({ newState, currentTarget }: ToggleEvent<HTMLElement>): void {
  if (newState === 'open') itemsOf(currentTarget)[0]?.focus()
}

/** With two items, both arrow keys move to the other one. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event
  if (key === 'Tab') currentTarget.hidePopover()
  if (!['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(key)) return
  event.preventDefault()
  const items = itemsOf(currentTarget)
  const isLast = items.at(-1) === document.activeElement
  const isToLast = key === 'End' || (key !== 'Home' && !isLast)
  items.at(isToLast ? -1 : 0)?.focus()
}
