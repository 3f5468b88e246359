'use client'

import { CircleUser } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { type KeyboardEvent, type ToggleEvent, useId } from 'react'
import { buttonClass } from '@/components/ui/button'
import { useSignedIn } from '@/components/page/signed-in'
import { storeTicket } from '@/components/ticket/ticket-storage'
import { forgetTyped } from '@/lib/core/typed'

const ITEM =
  'hover:bg-hover focus:bg-hover flex min-h-9 w-full items-center rounded-md px-2.5 text-left -outline-offset-2'

interface UserMenuProps {
  /** The version and the commit of the console. */
  version: string
}

/** The user with a popover menu that works without scripts, and the version. The demo user has no account. */
export function UserMenu({ version }: UserMenuProps) {
  const { name, isDemo } = useSignedIn()
  const id = useId()
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
        onToggle={focusFirst}
        className="bg-raised text-text fixed inset-auto top-13 right-4 w-52 rounded-lg border p-1 text-sm shadow-xl [position-anchor:auto] supports-[top:anchor(bottom)]:top-[calc(anchor(bottom)+0.25rem)]"
      >
        <div role="menu" tabIndex={-1} aria-label={name} onKeyDown={moveFocus}>
          {!isDemo && <PageItem href="/account">Account</PageItem>}
          <PageItem href="/status">Status</PageItem>
          {!isDemo && (
            <button type="submit" form={`${id}-sign-out`} role="menuitem" tabIndex={-1} className={ITEM}>
              Sign out
            </button>
          )}
        </div>
        <p className="text-muted mt-1 border-t px-2.5 pt-2 pb-1.5 text-xs wrap-anywhere">Version {version}</p>
      </div>
      {!isDemo && <form id={`${id}-sign-out`} method="post" action="/api/sign-out" onSubmit={forgetWork} hidden />}
    </>
  )
}

const PageItem = ({ href, children }: { href: string; children: string }) => (
  <Link
    href={href}
    role="menuitem"
    tabIndex={-1}
    onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
    className={ITEM}
  >
    {children}
  </Link>
)

function forgetWork(): void {
  forgetTyped()
  // The sign-in page loads anew, without what this page has in memory.
  storeTicket(null)
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]

function focusFirst({ newState, currentTarget }: ToggleEvent<HTMLElement>): void {
  if (newState === 'open') itemsOf(currentTarget)[0]?.focus()
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event
  if (key === 'Tab') currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
  if (!['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(key)) return
  event.preventDefault()
  const items = itemsOf(currentTarget)
  const now = items.findIndex((item) => item === document.activeElement)
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[key] ?? 0
  items.at(to % items.length)?.focus()
}
