import Link from 'next/link'

/** The way up from a page about one thing to its place. */
export function Breadcrumb({ href, children }: { href: string; children: string }) {
  return (
    <nav aria-label="Breadcrumb" className="no-print text-muted text-sm">
      <Link href={href} className="hover:text-text underline-offset-2 hover:underline">
        {children}
      </Link>
    </nav>
  )
}
