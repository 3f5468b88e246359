'use client'

import { Check, ChevronDown, FileText, Gauge, History, House, Menu, Repeat2, UserCog, Users } from 'lucide-react'
import { useId } from 'react'
import { buttonClass } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { usePathname } from 'next/navigation'
import { classNames } from '@/components/ui/class-names'
import type { EnvironmentColour, EnvironmentView } from '@/contract/console/environment'
import { ACTIVITY_SCOPES, isAllowed, type Permission, type Role } from '@/contract/console/roles'
import { useSignedIn } from '@/lib/browser/signed-in'
import { ACTIVITY_TITLES } from '@/lib/format/activity-title'

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
  { href: '/status', label: 'Status', icon: Gauge, permission: 'read' },
  { href: '/users', label: 'Users', icon: UserCog, permission: 'users' },
]

/** The sidebar; on a narrow screen a bar with a popover menu that works without scripts. */
export function Navigation({ environment }: { environment: EnvironmentView }) {
  const pathname = usePathname()
  const id = useId()
  const { role } = useSignedIn()
  return (
    <nav
      aria-label="Main"
      className="no-print bg-surface border-b lg:sticky lg:top-0 lg:h-dvh lg:border-r lg:border-b-0"
    >
      <div className="flex items-center gap-2 px-4 py-2 lg:py-3">
        <button type="button" popoverTarget={id} className={`${buttonClass('ghost', true)} -ml-2 lg:hidden`}>
          <Menu aria-hidden="true" className="size-4" />
          Menu
        </button>
        <Link href="/" className="text-sm font-semibold">
          Billing Console
        </Link>
        <EnvironmentBadge {...environment} />
      </div>
      <div
        id={id}
        popover="auto"
        className="bg-raised fixed inset-auto top-12 left-2 w-56 rounded-lg border p-2 text-inherit shadow-xl [position-anchor:auto] supports-[top:anchor(bottom)]:top-[calc(anchor(bottom)+0.25rem)] lg:static! lg:block lg:w-auto lg:border-0 lg:bg-transparent lg:pt-0 lg:shadow-none"
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
                    'hover:bg-hover flex items-center gap-2 rounded-md px-2 py-2 text-sm lg:py-1.5',
                    isCurrent ? 'bg-hover text-text font-medium' : 'text-muted',
                  )}
                >
                  <Icon aria-hidden="true" className="size-4" />
                  {typeof label === 'string' ? label : label(role)}
                </Link>
              </li>
            )
          })}
        </ul>
      </div>
    </nav>
  )
}

/** Strong colours: an agent must not take the live environment for the test. Each has a contrast of 4.5 or more in both themes. */
const COLOURS: Record<EnvironmentColour, string> = {
  grey: 'border-line-strong text-muted',
  red: 'bg-red text-page border-transparent font-semibold',
  yellow: 'bg-yellow text-page border-transparent font-semibold',
  green: 'bg-green text-page border-transparent font-semibold',
  blue: 'bg-blue text-page border-transparent font-semibold',
}

/** The name of the environment. With several, a button whose popover links to them; it works without scripts. */
function EnvironmentBadge({ name, colour, all }: EnvironmentView) {
  const id = useId()
  const look = classNames('ml-auto min-w-0 truncate rounded border px-1.5 text-xs', COLOURS[colour])
  const label = (
    <>
      <span className="sr-only">Environment: </span>
      {name}
    </>
  )
  if (all.length === 0) return <span className={look}>{label}</span>
  return (
    <>
      <button type="button" popoverTarget={id} className={classNames(look, 'inline-flex min-h-6 items-center gap-1')}>
        <span className="truncate">{label}</span>
        <ChevronDown aria-hidden="true" className="size-3 shrink-0" />
      </button>
      <div
        id={id}
        popover="auto"
        className="bg-raised text-text fixed inset-auto top-12 right-2 w-56 max-w-[calc(100vw-1rem)] rounded-lg border p-2 text-sm shadow-xl [position-anchor:auto] supports-[top:anchor(bottom)]:top-[calc(anchor(bottom)+0.25rem)] lg:right-auto lg:left-2"
      >
        <ul aria-label="Environments" className="flex flex-col gap-1">
          {all.map((environment) => {
            const isCurrent = environment.name === name
            return (
              <li key={environment.name}>
                {/* Another console, which knows nothing of this page. */}
                <a
                  href={environment.origin}
                  aria-current={isCurrent || undefined}
                  className="hover:bg-hover flex min-h-9 items-center gap-2 rounded-md px-2 py-1.5 -outline-offset-2"
                >
                  <Check aria-hidden="true" className={classNames('size-4 shrink-0', !isCurrent && 'invisible')} />
                  <span className="min-w-0">
                    <span className="foreign block">{environment.name}</span>
                    <span className="text-muted block truncate text-xs">{new URL(environment.origin).host}</span>
                  </span>
                </a>
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}
