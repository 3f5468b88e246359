import { Link } from '@/components/ui/link'
import type { ReactNode } from 'react'

interface BreadcrumbProps {
  href: string
  /** The place's name. */
  children: string
  /** At the right, on every page alike: as of when it was read, and Refresh. */
  asOf?: ReactNode
}

/** The first line of a page about one thing: the way up to its place, and as of when the page is. */
export function Breadcrumb({ href, children, asOf }: BreadcrumbProps) {
  return (
    <div className="no-print flex min-h-7 items-center justify-between gap-4">
      <nav aria-label="Breadcrumb" className="text-muted text-sm">
        <Link href={href} className="hover:text-text underline-offset-2 hover:underline">
          {children}
        </Link>
      </nav>
      {asOf}
    </div>
  )
}
