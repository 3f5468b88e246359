'use client'

import { useRouter } from 'next/navigation'
import { useMemo, useState } from 'react'
import { Instant } from '@/components/instant'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Link } from '@/components/ui/link'
import { Pill } from '@/components/ui/pill'
import { Section } from '@/components/ui/section'
import { VisibleMarks } from '@/components/visible-marks'
import type { Webhook, WebhookList } from '@/contract/console/alert'
import { activityPath } from '@/lib/format/paths'
import { useSignedIn } from '@/lib/browser/signed-in'
import { ALERT_KIND_LABELS } from '@/lib/format/alert-label'

const Dialogs = lazyWithRetry(() => import('./webhook-dialogs').then((module) => module.WebhookDialogs))

/** The dialog that is open: for a new webhook, or for deleting one. */
export type WebhookAction = 'create' | Webhook

/** The webhooks that get alerts. */
export function Webhooks({ webhooks }: WebhookList) {
  const router = useRouter()
  const { isDemo } = useSignedIn()
  const [action, setAction] = useState<WebhookAction>()
  const columns = useMemo(() => columnsOf(setAction), [])
  if (isDemo) return null
  return (
    <Section
      title="Webhooks"
      flush={webhooks.length > 0}
      aside={
        <Button small onClick={() => setAction('create')} {...Dialogs.prefetchProps}>
          Add webhook
        </Button>
      }
    >
      {webhooks.length === 0 ? (
        <p className="text-muted text-sm">
          A webhook sends alerts to another system: overdue invoices, failed payments, proposals and changes.
        </p>
      ) : (
        <DataTable caption="Webhooks" columns={columns} rows={webhooks} keyOf={({ id }) => id} />
      )}
      {action && (
        <Dialogs
          action={action}
          onDismiss={() => {
            setAction(undefined)
            router.refresh()
          }}
        />
      )}
    </Section>
  )
}

const columnsOf = (open: (action: WebhookAction) => void): Column<Webhook>[] => [
  {
    header: 'Name',
    isRowHeader: true,
    show: (webhook) => (
      <>
        <span className="foreign block break-words">
          <VisibleMarks>{webhook.name}</VisibleMarks>
        </span>
        <span className="text-muted foreign block text-xs font-normal wrap-anywhere">{webhook.host}</span>
        <span className="mt-1 hidden space-y-1 font-normal @max-[40rem]:block">
          <Kinds {...webhook} />
          <LastAttempt {...webhook} />
        </span>
      </>
    ),
  },
  { header: 'Alerts', isWide: true, show: (webhook) => <Kinds {...webhook} /> },
  { header: 'Last attempt', width: '13rem', isWide: true, show: (webhook) => <LastAttempt {...webhook} /> },
  {
    header: 'Actions',
    hasNoHeader: true,
    width: '6rem',
    show: (webhook) => (
      <Button small aria-label={`Delete ${webhook.name}`} onClick={() => open(webhook)}>
        Delete
      </Button>
    ),
  },
]

const Kinds = ({ kinds }: Webhook) => (
  <span className="block text-xs">{kinds.map((kind) => ALERT_KIND_LABELS[kind]).join(' · ')}</span>
)

function LastAttempt({ id, last, waiting }: Webhook) {
  return (
    <>
      {last === null ? (
        'None yet'
      ) : (
        <>
          <Pill tone={last.isDelivered ? 'green' : 'red'}>{last.isDelivered ? 'Delivered' : 'Failed'}</Pill>
          <span className="text-muted block text-xs">
            <Instant iso={last.at} dense />
            {!last.isDelivered && `: ${last.result}`}
          </span>
        </>
      )}
      {waiting > 0 && <span className="text-muted block text-xs">{waiting} waiting</span>}
      <Link
        href={activityPath({ objectKind: 'webhook', objectId: id })}
        prefetch={false}
        className="text-accent block text-xs hover:underline"
      >
        Activity
      </Link>
    </>
  )
}
