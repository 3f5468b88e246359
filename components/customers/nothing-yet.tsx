import type { ReactNode } from 'react'
import { buttonClass } from '@/components/ui/button'
import { Link } from '@/components/ui/link'

/** The empty state of a tab of a customer, with the next step. */
export const NothingYet = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="px-4 py-12 text-center text-sm">
    <p className="font-medium">{title}</p>
    <p className="text-muted mx-auto mt-1 max-w-md">{children}</p>
    <Link href="/customers" className={`${buttonClass('secondary', true)} mt-4`}>
      Find another customer
    </Link>
  </div>
)
