import type { ReactNode } from 'react'
import { buttonClass } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'

/** The empty state of a tab of a customer, with the next step. */
export const NothingYet = ({ title, children }: { title: string; children: ReactNode }) => (
  <EmptyState title={title} text={children}>
    <Link href="/customers" className={buttonClass('secondary', true)}>
      Find another customer
    </Link>
  </EmptyState>
)
