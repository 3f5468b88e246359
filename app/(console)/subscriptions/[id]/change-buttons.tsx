'use client'

import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { useMay } from '@/lib/browser/signed-in'
import type { Forecast } from '@/lib/domain/subscription/forecast'
import type { ChangeAction } from '@/lib/domain/change/change-effect'
import { preloadChangeDialog } from '../../_subscription-changes/use-subscription-changes'

interface ChangeButtonsProps {
  forecast: Forecast
  /** True when the billing API no longer knows the subscription. */
  gone: boolean
  /** Why no change is possible now. */
  lock: string | null
  onAct: (action: ChangeAction) => void
}

/**
 * The cancel and delete buttons, for users with the permission. Hints are below both buttons, so that no button moves.
 */
export function ChangeButtons({ forecast, gone, lock, onAct }: ChangeButtonsProps) {
  const [cancelNoteId, deleteNoteId] = [useId(), useId()]
  const common = lock ?? (gone ? 'The billing API no longer knows this subscription' : null)
  const { cancel, delete: deletion } = forecast
  const [mayCancel, mayDelete] = [useMay('cancel'), useMay('delete')]
  if (!mayCancel && !mayDelete) return null
  const cancelBlocked = common ?? cancel.blocked
  const cancelNote = mayCancel ? (cancelBlocked ?? (cancel.final ? null : cancel.effect)) : null
  const deleteNote = mayDelete ? (common ?? deletion.blocked) : null
  const isSameNote = cancelNote === deleteNote
  return (
    <div className="no-print flex shrink-0 flex-col items-start gap-1 sm:items-end sm:text-right">
      <div className="flex flex-wrap gap-2 sm:flex-nowrap">
        {mayCancel && (
          <ChangeButton
            isBlocked={cancelBlocked !== null}
            noteId={cancelNote && cancelNoteId}
            onAct={() => onAct('cancel')}
          >
            Cancel subscription
          </ChangeButton>
        )}
        {mayDelete && (
          <ChangeButton
            danger
            isBlocked={deleteNote !== null}
            noteId={deleteNote && (isSameNote ? cancelNoteId : deleteNoteId)}
            onAct={() => onAct('delete')}
          >
            Delete subscription
          </ChangeButton>
        )}
      </div>
      {cancelNote !== null && <Note id={cancelNoteId}>{cancelNote}</Note>}
      {deleteNote !== null && !isSameNote && <Note id={deleteNoteId}>{deleteNote}</Note>}
    </div>
  )
}

function Note({ id, children }: { id: string; children: string }) {
  return (
    <span id={id} className="foreign text-muted max-w-80 text-xs">
      {children}
    </span>
  )
}

interface ChangeButtonProps {
  danger?: boolean
  isBlocked: boolean
  /** The ID of the element with the hint or the reason; null when there is none. */
  noteId: string | null
  onAct: () => void
  children: string
}

function ChangeButton({ danger = false, isBlocked, noteId, onAct, children }: ChangeButtonProps) {
  return (
    <Button
      variant={danger ? 'dangerOutline' : 'secondary'}
      aria-disabled={isBlocked || undefined}
      aria-describedby={noteId ?? undefined}
      onClick={onAct}
      onPointerEnter={preloadChangeDialog}
      onFocus={preloadChangeDialog}
      className="max-sm:px-2 max-sm:text-xs"
    >
      {children}
    </Button>
  )
}
