'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { personOf } from '@/lib/people/access-key'
import type { SubscriptionChange } from '@/lib/changes/change'
import { useMay, useSignedIn } from '@/components/page/signed-in'

const DecisionDialog = lazyWithRetry(() => import('./decision-dialog').then((module) => module.DecisionDialog))

interface Decisions {
  /** Returns the button that approves, declines or withdraws a proposal; null when the user may do none of them. */
  buttonFor: (change: SubscriptionChange) => ReactNode
  /** The open dialog. Render it beside the list, because a decided proposal leaves the list. */
  dialog: ReactNode
}

export function useDecision(): Decisions {
  const [deciding, setDeciding] = useState<SubscriptionChange>()
  const mayApprove = useMay('approve')
  const { name } = useSignedIn()
  return {
    buttonFor: (change) => {
      const isOwn = personOf(change.actor) === name
      if (change.state !== 'PROPOSED' || !(mayApprove || isOwn)) return null
      return (
        <Button small onClick={() => setDeciding(change)} {...DecisionDialog.prefetchProps}>
          {isOwn ? 'Withdraw' : 'Review proposal'}
        </Button>
      )
    },
    dialog: deciding && (
      <DecisionDialog
        change={deciding}
        isOwn={personOf(deciding.actor) === name}
        onDismiss={() => setDeciding(undefined)}
      />
    ),
  }
}
