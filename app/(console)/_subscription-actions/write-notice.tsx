'use client'

import { Identifier } from '@/components/identifier'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import { readable } from '@/lib/format/unreadable'
import { type CheckedWrite, isStillChecked, type SettledWrite } from '@/lib/queries/use-subscription-write'
import type { WriteOutcome } from '@/lib/domain/write-outcome'

interface WriteNoticeProps {
  checked: CheckedWrite
  onCheckAgain: () => void
  onDismiss: () => void
}

/** What became of a cancel or delete, in a line that unfolds: stays until it is dismissed or the next action begins. */
export function WriteNotice({ checked, onCheckAgain, onDismiss }: WriteNoticeProps) {
  const { before, problem } = checked.write
  const { tone, role, message: label } = look(checked)
  const outcome = checked.state === 'settled' ? checked.outcome : undefined
  const isUnknown = outcome?.verdict === 'unknown'
  const focusReturn = useFocusReturn()
  return (
    <div {...focusReturn} className="no-print bg-page top-15 z-20 rounded-lg [@media(min-height:36rem)]:sticky">
      <Notice
        // A new element for each step: an alert is announced when it appears.
        key={outcome?.verdict ?? 'checking'}
        ref={focusWhenLost}
        tone={tone}
        role={role}
        title={label}
        onDismiss={outcome && onDismiss}
        actions={
          isUnknown && (
            <Button small onClick={onCheckAgain}>
              Check again
            </Button>
          )
        }
        details={
          <>
            <p className="text-xs">
              {readable(before.plan?.name) ?? 'Subscription'} <Identifier id={before.id} of="subscription" />
            </p>
            {outcome?.shown && <p className="mt-1">{outcome.shown}</p>}
            {problem && outcome?.verdict !== 'done' && <p className="mt-1">{problem.detail}</p>}
            {problem?.upstreamMessage && <p className="mt-1">The billing API said: “{problem.upstreamMessage}”</p>}
            {isUnknown && checked.state === 'settled' && <p className="text-muted mt-1 text-xs">{next(checked)}</p>}
          </>
        }
      />
    </div>
  )
}

const next = (checked: SettledWrite) =>
  isStillChecked(checked)
    ? 'This page reads it again by itself for a minute.'
    : 'If it stays so, ask whoever runs the billing API.'

/** Takes the focus where the element that had it is gone, such as a menu's item; never from where somebody is. */
function focusWhenLost(notice: HTMLDivElement | null): void {
  if (document.activeElement === document.body) notice?.focus({ preventScroll: true })
}

interface Look {
  tone: 'info' | 'good' | 'watch' | 'bad'
  role: 'status' | 'alert'
  message: string
}

const LOOKS: Record<WriteOutcome['verdict'], Omit<Look, 'message'>> = {
  done: { tone: 'good', role: 'status' },
  alreadySo: { tone: 'info', role: 'status' },
  refused: { tone: 'bad', role: 'alert' },
  contradicted: { tone: 'watch', role: 'alert' },
  unknown: { tone: 'watch', role: 'alert' },
}

function look(checked: CheckedWrite): Look {
  if (checked.state === 'settled') return { ...LOOKS[checked.outcome.verdict], message: checked.outcome.message }
  const { response, action } = checked.write
  const message = response === 'none' ? 'Outcome not known. Checking…' : `The API ${response} the ${action}. Checking…`
  return { tone: 'info', role: 'status', message }
}
