'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { useMay } from '@/components/page/signed-in'

const ForgetCustomerDialog = lazyWithRetry(() =>
  import('./forget-customer-dialog').then((module) => module.ForgetCustomerDialog),
)

interface ForgetCustomerProps {
  externalId: string
  /** Called once the index has nothing of the customer. */
  onForgotten: () => void
}

/** The button that deletes what the console keeps about a customer, after a confirmation; null without the permission. */
export function ForgetCustomer({ externalId, onForgotten }: ForgetCustomerProps) {
  const [isAsking, setAsking] = useState(false)
  if (!useMay('forget')) return null
  return (
    <>
      <Button small variant="dangerOutline" onClick={() => setAsking(true)} {...ForgetCustomerDialog.prefetchProps}>
        Forget customer
      </Button>
      {isAsking && (
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
