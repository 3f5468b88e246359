'use client'

import { FileText, History, House, Menu, Repeat2, UserCog, Users } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useId } from 'react'
import { Brand } from './brand'
import { buttonClass } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { usePathname } from 'next/navigation'
import { classNames } from '@/components/ui/class-names'
import { ACTIVITY_SCOPES, isAllowed, type Permission, type Role } from '@/lib/core/roles'
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

const PLACES: readonly Place[] = [
  { href: '/', label: 'Home', icon: House, permission: 'read' },
  { href: '/subscriptions', label: 'Subscriptions', icon: Repeat2, permission: 'read' },
  { href: '/invoices', label: 'Invoices', icon: FileText, permission: 'read' },
  { href: '/customers', label: 'Customers', icon: Users, permission: 'read' },
  { href: '/activity', label: activityLabel, icon: History, permission: 'activity' },
  { href: '/users', label: 'Users', icon: UserCog, permission: 'users' },
]

/** Loads after the page, and for approvers only. A load that fails shows no number. */
const WaitingProposals = lazy<ComponentType>(() =>
  import('./waiting-proposals').then(
    (module) => ({ default: module.WaitingProposals }),
    () => ({ default: () => null }),
  ),
)

/** The sidebar; on a narrow screen a bar with a popover menu that works without scripts. */
export function Navigation() {
  const pathname = usePathname()
  const id = useId()
  const { role, isDemo } = useSignedIn()
  const isApprover = isAllowed(role, 'approve') && !isDemo
  return (
    <nav
      aria-label="Main"
      className="no-print bg-surface border-b xl:sticky xl:top-0 xl:h-dvh xl:border-r xl:border-b-0"
    >
      <div className="flex items-center gap-2 px-4 py-2 xl:py-3">
        <button type="button" popoverTarget={id} className={`${buttonClass('ghost', true)} -ml-2 xl:hidden`}>
          <Menu aria-hidden="true" className="size-4" />
          Menu
        </button>
        <Link href="/" className="flex">
          <Brand />
        </Link>
      </div>
      <div
        id={id}
        popover="auto"
        className="bg-raised fixed inset-auto top-12 left-2 w-56 rounded-lg border p-2 text-inherit shadow-xl [position-anchor:auto] supports-[top:anchor(bottom)]:top-[calc(anchor(bottom)+0.25rem)] xl:static! xl:block xl:w-auto xl:border-0 xl:bg-transparent xl:pt-0 xl:shadow-none"
      >
        <ul className="flex flex-col gap-1">
          {PLACES.filter(({ permission }) => isAllowed(role, permission)).map(({ href, label, icon: Icon }) => {
            const isCurrent = href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
            return (
              <li key={href}>
                <Link
                  href={href}
                  onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
                  aria-current={isCurrent ? 'page' : undefined}
                  className={classNames(
                    'hover:bg-hover flex items-center gap-2 rounded-md px-2 py-2 text-sm xl:py-1.5',
                    isCurrent ? 'bg-hover text-text font-medium' : 'text-muted',
                  )}
                >
                  <Icon aria-hidden="true" className="size-4" />
                  {typeof label === 'string' ? label : label(role)}{' '}
                  {href === '/' && isApprover && (
                    <Suspense>
                      <WaitingProposals />
                    </Suspense>
                  )}
                </Link>
              </li>
            )
          })}
        </ul>
      </div>
    </nav>
  )
}
