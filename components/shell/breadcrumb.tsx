import { Link } from '@/components/ui/link'
import type { ReactNode } from 'react'

interface BreadcrumbProps {
  href: string
  /** The name of the parent page. */
  children: string
  /** Shown at the right on every page: the time of the data, and Refresh. */
  asOf?: ReactNode
}

/** The first line of an object page: the link to its parent, and the time of the data. */
export function Breadcrumb({ href, children, asOf }: BreadcrumbProps) {
  return (
    <div className="no-print flex min-h-7 items-center justify-between gap-4">
      <nav aria-label="Breadcrumb" className="text-muted text-sm">
        <Link href={href} className="hover:text-text underline-offset-2 hover:underline">
          {children}
        </Link>
      </nav>
      <span className="flex items-center gap-2">{asOf}</span>
    </div>
  )
}
