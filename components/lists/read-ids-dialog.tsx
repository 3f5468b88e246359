'use client'

import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { MAX_READ, type ReadKind } from '@/lib/reads/reads'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { IdsForm } from './ids-form'

const ABOUT: Record<ReadKind, string> = {
  invoice: 'IDs of invoices, or numbers of invoices that the console has read',
  subscription: 'IDs of subscriptions',
  customer: 'External IDs of customers',
}

interface ReadIdsDialogProps {
  kind: ReadKind
  isStarting: boolean
  /** Why it was not started. */
  problem: string | null | undefined
  onStart: (ids: string[]) => void
  onRead: () => void
  onDismiss: () => void
}

/** Reads the objects of a pasted list or a file again. Mount it to open it. */
export function ReadIdsDialog({ kind, isStarting, problem, onStart, onRead, onDismiss }: ReadIdsDialogProps) {
  return (
    <Dialog title="Read IDs" role="dialog" locked={isStarting} onDismiss={onDismiss}>
      <div className="mt-3">
        <IdsForm
          label="Read"
          kind={kind}
          maxIds={MAX_READ}
          tooLong={`A run reads up to ${formatNumber(MAX_READ)}. Paste a part of the list, and the rest afterwards.`}
          aboutLabel={(count) =>
            count === 0 ? `${ABOUT[kind]}, up to ${formatNumber(MAX_READ)}.` : `${formatCount(count, 'ID')}.`
          }
          isStarting={isStarting}
          onStart={onStart}
          onRead={onRead}
          problem={
            problem && (
              <p role="alert" className="text-red text-sm">
                {problem}
              </p>
            )
          }
          beside={
            <Button onClick={onDismiss} aria-disabled={isStarting}>
              Cancel
            </Button>
          }
        />
      </div>
    </Dialog>
  )
}
