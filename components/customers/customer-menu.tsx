import { useState } from 'react'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Menu, MenuItem } from '@/components/ui/menu'
import { MoreButton } from '@/components/ui/menu-button'
import { useMay } from '@/components/page/signed-in'
import { AddNoteItem, type AskedParts } from '@/components/page/asked-parts'

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
      <MoreButton>
        <Menu label="More">
          <AddNoteItem parts={parts} />
          {mayForget && <MenuItem label="Forget customer" danger onSelect={() => setAsking(true)} />}
        </Menu>
      </MoreButton>
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
