'use client'

import { FileText, Gauge, History, House, Repeat2, UserCog, Users } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { usePathname } from 'next/navigation'
import { classNames } from '@/components/ui/class-names'
import { isAllowed, type Permission } from '@/contract/console/roles'
import { useSignedIn } from '@/lib/browser/signed-in'

interface Place {
  href: string
  label: string
  icon: typeof House
  /** Without it nobody is led there. */
  permission: Permission
}

const PLACES: readonly Place[] = [
  { href: '/', label: 'Home', icon: House, permission: 'read' },
  { href: '/subscriptions', label: 'Subscriptions', icon: Repeat2, permission: 'read' },
  { href: '/invoices', label: 'Invoices', icon: FileText, permission: 'read' },
  { href: '/customers', label: 'Customers', icon: Users, permission: 'read' },
  { href: '/activity', label: 'Activity', icon: History, permission: 'activity' },
  { href: '/status', label: 'Status', icon: Gauge, permission: 'read' },
  { href: '/users', label: 'Users', icon: UserCog, permission: 'users' },
]

/** The sidebar; a row across the top on a narrow screen. */
export function Navigation({ environment }: { environment: string }) {
  const pathname = usePathname()
  const { role } = useSignedIn()
  return (
    <nav
      aria-label="Main"
      className="no-print bg-surface border-b lg:sticky lg:top-0 lg:h-dvh lg:border-r lg:border-b-0"
    >
      <div className="flex items-center justify-between gap-2 px-4 pt-3 pb-1 lg:pb-3">
        <Link href="/" className="text-sm font-semibold">
          Billing Console
        </Link>
        <span className="border-line-strong text-muted rounded border px-1.5 text-xs">{environment}</span>
      </div>
      <div className="relative overflow-x-auto px-2 pb-2">
        <ul className="flex gap-1 lg:flex-col">
          {PLACES.filter(({ permission }) => isAllowed(role, permission)).map(({ href, label, icon: Icon }) => {
            const here = href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
            return (
              <li key={href}>
                <Link
                  ref={here ? bringIntoSight : undefined}
                  href={href}
                  aria-current={here ? 'page' : undefined}
                  className={classNames(
                    'hover:bg-hover flex items-center gap-2 rounded-md px-2 py-1.5 text-sm',
                    here ? 'bg-hover text-text font-medium' : 'text-muted',
                  )}
                >
                  <Icon aria-hidden="true" className="hidden size-4 lg:block" />
                  {label}
                </Link>
              </li>
            )
          })}
        </ul>
      </div>
    </nav>
  )
}

/** On a narrow screen the place one is at may lie beyond the edge. `scrollIntoView` would move the page as well. */
function bringIntoSight(link: HTMLElement | null): void {
  link?.closest('div')?.scrollTo({ left: link.offsetLeft - link.offsetWidth })
}
