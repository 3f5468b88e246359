'use client'

import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '@/components/ui/button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { MenuButton } from '@/components/ui/menu-button'
import { useMay } from '@/components/page/signed-in'
import type { AskedParts } from '@/components/page/asked-parts'

const CustomerItems = lazyWithRetry(() => import('./customer-items').then((module) => module.CustomerItems))
const ForgetCustomerDialog = lazyWithRetry(() =>
  import('./forget-customer-dialog').then((module) => module.ForgetCustomerDialog),
)

interface CustomerMenuProps {
  /** Null while it is not known: then there is no ledger to forget. */
  externalId: string | null
  parts: AskedParts
  /** Called once the index has nothing of the customer. */
  onForgotten: () => void
}

/** The menu "More" of a customer: "Add note", and "Forget customer" for admins; nothing without a permission for either. */
export function CustomerMenu({ externalId, parts, onForgotten }: CustomerMenuProps) {
  const [isAsking, setAsking] = useState(false)
  const mayForget = useMay('forget') && externalId !== null
  if (!useMay('note') && !mayForget) return null
  return (
    <>
      <MenuButton
        label="More"
        className={buttonClass('secondary')}
        content={<Ellipsis aria-hidden="true" className="size-4" />}
        prefetchProps={CustomerItems.prefetchProps}
      >
        <CustomerItems parts={parts} onForget={mayForget ? () => setAsking(true) : undefined} />
      </MenuButton>
      {isAsking && externalId !== null && (
        <ForgetCustomerDialog
          externalId={externalId}
          onForgotten={() => {
            setAsking(false)
            onForgotten()
          }}
          onDismiss={() => setAsking(false)}
        />
      )}
    </>
  )
}
