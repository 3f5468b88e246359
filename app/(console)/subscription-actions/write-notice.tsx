'use client'

import { Identifier } from '@/components/identifier'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import type { CheckedWrite } from '@/lib/queries/use-write-check'

interface WriteNoticeProps {
  checked: CheckedWrite
  onCheckAgain: () => void
  onDismiss: () => void
}

/** What became of a cancel or delete: stays in view until it is dismissed or the next action begins. */
export function WriteNotice({ checked, onCheckAgain, onDismiss }: WriteNoticeProps) {
  const { before, apiWords } = checked.write
  const { tone, role, words } = look(checked)
  const focusReturn = useFocusReturn()
  return (
    <div {...focusReturn} className="no-print bg-page sticky top-15 z-20 rounded-lg">
      <Notice
        // A new element for each step: an alert is announced when it appears.
        key={checked.state}
        ref={focusWhenLost}
        tone={tone}
        role={role}
        title={words}
        actions={
          checked.state !== 'checking' && (
            <>
              {checked.state === 'unchecked' && (
                <Button small onClick={onCheckAgain}>
                  Check again
                </Button>
              )}
              <Button small onClick={onDismiss}>
                Dismiss
              </Button>
            </>
          )
        }
      >
        <p className="text-xs">
          {before.plan?.name ?? 'Subscription'} <Identifier id={before.id} of="subscription" />
        </p>
        {apiWords && <p className="mt-1">The billing API said: “{apiWords}”</p>}
      </Notice>
    </div>
  )
}

/** Takes the focus where the element that had it is gone, such as a menu's item; never from where somebody is. */
function focusWhenLost(notice: HTMLDivElement | null): void {
  if (document.activeElement === document.body) notice?.focus({ preventScroll: true })
}

function look(checked: CheckedWrite): { tone: 'info' | 'good' | 'watch'; role: 'status' | 'alert'; words: string } {
  const { accepted, action } = checked.write
  switch (checked.state) {
    case 'checking':
      return {
        tone: 'info',
        role: 'status',
        words: accepted
          ? `The API accepted the ${action}. Reading the subscription again…`
          : 'Outcome not known. Checking…',
      }
    case 'settled': {
      const { took, words } = checked.outcome
      return { tone: took ? 'good' : 'watch', role: accepted || took ? 'status' : 'alert', words }
    }
    case 'unchecked':
      return {
        tone: 'watch',
        role: 'alert',
        words: accepted
          ? `The API accepted the ${action}, but the subscription could not be read again: ${checked.reason}`
          : `Outcome not known. It could not be checked either: ${checked.reason}`,
      }
  }
}
