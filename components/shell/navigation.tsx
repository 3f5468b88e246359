'use client'

import { Coins, FileText, History, House, Menu, Repeat2, UserCog, Users } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { Brand } from './brand'
import { buttonClass } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { usePathname } from 'next/navigation'
import { classNames } from '@/components/ui/class-names'
import { ACTIVITY_SCOPES, isAllowed, type Permission, type Role } from '@/lib/core/roles'
import { creditsPath } from '@/lib/core/paths'
import { useSignedIn } from '@/components/page/signed-in'
import { ACTIVITY_TITLES } from '@/lib/activity/activity-title'

interface Place {
  href: string
  label: string | ((role: Role) => string)
  icon: typeof House
  /** The permission that the link requires. */
  permission: Permission
}

const activityLabel = (role: Role) => ACTIVITY_TITLES[ACTIVITY_SCOPES[role]].place

const GROUPS: readonly (readonly Place[])[] = [
  [
    { href: '/', label: 'Home', icon: House, permission: 'read' },
    { href: '/subscriptions', label: 'Subscriptions', icon: Repeat2, permission: 'read' },
    { href: '/invoices', label: 'Invoices', icon: FileText, permission: 'read' },
    { href: '/customers', label: 'Customers', icon: Users, permission: 'read' },
  ],
  [
    { href: creditsPath(), label: 'Credits', icon: Coins, permission: 'read' },
    { href: '/activity', label: activityLabel, icon: History, permission: 'activity' },
  ],
  [{ href: '/users', label: 'Users', icon: UserCog, permission: 'users' }],
]

/** Loads after the page, and for approvers only. A load that fails shows no number. */
const WaitingProposals = lazy<ComponentType>(() =>
  import('./waiting-proposals').then(
    (module) => ({ default: module.WaitingProposals }),
    () => ({ default: () => null }),
  ),
)

const MENU_ID = 'main-menu'

/** Opens the navigation on a phone. It works without scripts. */
export const MenuButton = () => (
  <button type="button" popoverTarget={MENU_ID} className={`${buttonClass('ghost')} -ml-2 px-2! md:hidden`}>
    <Menu aria-hidden="true" className="size-4" />
    <span className="sr-only">Menu</span>
  </button>
)

/** The sidebar: icons with tooltips, with names from 1,280 px; on a phone the popover of `MenuButton`. */
export function Navigation() {
  const { role } = useSignedIn()
  return (
    <nav aria-label="Main" className="no-print md:bg-surface md:sticky md:top-0 md:z-40 md:h-dvh md:border-r">
      <Link href="/" className="flex h-13 items-center px-4.5 max-md:hidden">
        <Brand nameClass="max-xl:sr-only" />
      </Link>
      <div
        id={MENU_ID}
        popover="auto"
        className="bg-raised fixed inset-auto top-12 left-2 w-56 rounded-lg border p-2 text-inherit shadow-xl [position-anchor:auto] supports-[top:anchor(bottom)]:top-[calc(anchor(bottom)+0.25rem)] md:static! md:block md:w-auto md:overflow-visible md:border-0 md:bg-transparent md:pt-0 md:shadow-none"
      >
        {GROUPS.map((places, nth) => {
          const allowed = places.filter(({ permission }) => isAllowed(role, permission))
          return (
            allowed.length > 0 && (
              <ul key={nth} className="flex flex-col gap-1 not-first:mt-2 not-first:border-t not-first:pt-2">
                {allowed.map((place) => (
                  <li key={place.href}>
                    <PlaceLink place={place} />
                  </li>
                ))}
              </ul>
            )
          )
        })}
      </div>
    </nav>
  )
}

function PlaceLink({ place: { href, label, icon: Icon } }: { place: Place }) {
  const pathname = usePathname()
  const { role, isDemo } = useSignedIn()
  const isCurrent = href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
  return (
    <Link
      href={href}
      onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'hover:bg-hover relative flex items-center gap-2 rounded-md px-2 py-2 text-sm md:max-xl:justify-center xl:py-1.5',
        isCurrent ? 'bg-hover text-text font-medium' : 'text-muted',
      )}
    >
      <Icon aria-hidden="true" className="size-4" />
      <span className="rail-tooltip">{typeof label === 'string' ? label : label(role)}</span>{' '}
      {href === '/' && !isDemo && isAllowed(role, 'approve') && (
        <Suspense>
          <WaitingProposals />
        </Suspense>
      )}
    </Link>
  )
}
