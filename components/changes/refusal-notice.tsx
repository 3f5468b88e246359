import { ProblemPanel } from '@/components/page/problem-panel'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { PriorChange, SeenField, SubscriptionChange } from '@/lib/changes/change'
import type { ChangeAction } from '@/lib/changes/change-effect'
import { changedPart, priorWords, valueWords } from '@/lib/changes/change-texts'
import { formatDateTime } from '@/lib/time/instant'
import type { Refusal } from './use-request-change'
import { FreshSignInButton } from '@/components/page/fresh-sign-in'

interface RefusalNoticeProps {
  refusal: Refusal
  /** True when the preview is up to date and the change can be confirmed again. */
  canConfirmAgain?: boolean
  onShow?: (changeId: string) => void
}

/** Shows why the last attempt was refused, and the next step if there is one. */
export function RefusalNotice({ refusal, canConfirmAgain = false, onShow }: RefusalNoticeProps) {
  if ('stale' in refusal) return <StaleNotice change={refusal.stale} canConfirmAgain={canConfirmAgain} />
  const { problem } = refusal
  const { code, changeId } = problem
  return (
    <ProblemPanel problem={problem}>
      {code === 'fresh_sign_in_required' && <FreshSignInButton />}
      {code === 'change_open' && changeId !== undefined && onShow && (
        <Button small className="mt-2" onClick={() => onShow(changeId)}>
          Show the other change
        </Button>
      )}
    </ProblemPanel>
  )
}

const SEEN_FIELD_LABELS: Record<SeenField, string> = {
  status: 'Status',
  startDate: 'Start date',
  endDate: 'Last day',
  billingCadence: 'Billing interval',
  planId: 'Plan ID',
  customerId: 'Customer ID',
  prices: 'Plan or prices',
  updatedAt: 'Updated',
  effect: 'Effect',
}

/** Returns a value with its zone. */
const shown = (field: SeenField, value: string | null) =>
  field === 'updatedAt' && value !== null && !Number.isNaN(Date.parse(value))
    ? `${formatDateTime(value, 'UTC')} UTC`
    : valueWords(field, value)

interface StaleNoticeProps extends Pick<RefusalNoticeProps, 'canConfirmAgain'> {
  change: SubscriptionChange
}

/** Explains that nothing was sent because the subscription has changed, and lists the old and new values. */
function StaleNotice({ change: { differences }, canConfirmAgain }: StaleNoticeProps) {
  return (
    <>
      <Notice
        tone="watch"
        role="alert"
        title={`Nothing was sent: ${changedPart(differences)} has changed since you looked`}
      >
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
          {differences.map(({ field, seen, found }) => (
            <div key={field} className="col-span-full grid grid-cols-subgrid items-baseline">
              <dt className="text-muted text-xs">{SEEN_FIELD_LABELS[field]}</dt>
              <dd className="foreign min-w-0">
                {shown(field, seen)} <span aria-hidden="true">→</span>
                <span className="sr-only">, now</span> <span className="font-medium">{shown(field, found)}</span>
              </dd>
            </div>
          ))}
        </dl>
      </Notice>
      {/* Beside the alert, which is read out as a whole whenever it changes. */}
      <p role="status" className="mt-2 min-h-5 text-sm">
        {canConfirmAgain && 'The preview above is up to date. Confirm again to send.'}
      </p>
    </>
  )
}

interface NotSentNoticeProps {
  action: ChangeAction
  /** The change that the subscription shows, when it was made here. */
  prior: PriorChange | undefined
}

/** Says that a change was not sent which is not possible any more. The preview says why; this says who was first. */
export const NotSentNotice = ({ action, prior }: NotSentNoticeProps) => (
  <Notice tone="info" role="alert" title={`Your ${action} was not sent`}>
    {priorWords(prior) ?? undefined}
  </Notice>
)
