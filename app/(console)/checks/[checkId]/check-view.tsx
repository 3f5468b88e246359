'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { Instant } from '@/components/instant'
import { Money } from '@/components/money'
import { InvoiceStatusPill } from '@/components/invoice-status'
import { SubscriptionStatusPill } from '@/components/subscription-status'
import { VisibleMarks } from '@/components/visible-marks'
import { Button } from '@/components/ui/button'
import type { Column } from '@/components/ui/data-table'
import { EmptyCell } from '@/components/ui/empty-cell'
import { CHECK_VERDICTS, type Check, type CheckedObject } from '@/contract/console/checks'
import { readAddress, sendOperation } from '@/lib/browser/operation'
import { customerPath, invoicePath, subscriptionPath } from '@/lib/browser/paths'
import { problemOf } from '@/lib/browser/problem-of'
import { formatNumber, shortName } from '@/lib/format/amount'
import { CHECK_VERDICT_NAMES } from '@/lib/format/status-names'
import { listQuery } from '@/lib/queries/operation-query'
import { NameCell, TextCell, VerdictPill } from '../../_lists/list-cells'
import type { FilterChip } from '../../_lists/list-filters'
import { ListPage } from '../../_lists/list-page'
import { FIRST_PAGE } from '../../_lists/list-search'
import { CheckProgress } from '../check-progress'
import { checkedLabel } from '../check-labels'
import { checkInput, checkSearchParams } from './search-params'

const POLL_MS = 2_000
const PATHS = { invoice: invoicePath, subscription: subscriptionPath, customer: customerPath }

const columnsAt = (readAt: string): Column<CheckedObject>[] => [
  {
    header: 'Object',
    isRowHeader: true,
    show: (object) => <Name object={object} readAt={readAt} />,
  },
  { header: 'Verdict', width: '11rem', isWide: true, show: (object) => <Verdict {...object} /> },
  {
    header: 'Total',
    width: '7.5rem',
    isFigure: true,
    show: ({ total, currency }) =>
      total === null ? <EmptyCell label="No total" /> : <Money amount={total} currency={currency} />,
  },
  { header: 'Status', width: '9rem', isWide: true, show: (object) => <Status {...object} /> },
  {
    header: 'Customer ID',
    width: '10rem',
    isWide: '47rem',
    show: ({ customerId }) => <TextCell text={customerId} isId />,
  },
]

/** The object as a link where it was found, and its findings. */
function Name({ object, readAt }: { object: CheckedObject; readAt: string }) {
  const { id, kind, name, asOf, findings } = object
  const shown = findings.length > 0 && (
    <ul className="mt-1 space-y-0.5 text-xs whitespace-normal!">
      {findings.map((finding, nth) => (
        <li key={nth}>
          <VisibleMarks>{finding}</VisibleMarks>
        </li>
      ))}
    </ul>
  )
  if (kind === null)
    return (
      <>
        <TextCell text={id} isId />
        <div className="mt-1 hidden @max-[40rem]:block">
          <Verdict {...object} />
        </div>
        {shown}
      </>
    )
  const isNumber = kind === 'invoice' && name !== null
  return (
    <NameCell
      kind={kind}
      path={PATHS[kind](id)}
      name={isNumber ? `Invoice ${shortName(name)}` : name}
      id={id}
      asOf={asOf}
      readAt={readAt}
      status={<Verdict {...object} />}
    >
      {shown}
    </NameCell>
  )
}

const Verdict = ({ verdict, before }: CheckedObject) =>
  verdict === null ? (
    <span className="text-muted text-xs">Not checked yet</span>
  ) : (
    <VerdictPill verdict={verdict} before={before} />
  )

function Status({ kind, status, total, asOf }: CheckedObject) {
  if (status === null) return <EmptyCell label="No status" />
  if (kind === 'invoice')
    return <InvoiceStatusPill status={status} total={total} dueDate={null} at={asOf ?? ''} withDate={false} />
  return <SubscriptionStatusPill status={status} startDate={null} endDate={null} asOf={asOf ?? ''} withDate={false} />
}

/** A check: its progress, and its objects, what needs a look first. */
export function CheckView({ checkId }: { checkId: string }) {
  const [search, setSearch] = useQueryStates(checkSearchParams, { history: 'push' })
  const input = checkInput(checkId, search)
  const read = useQuery({
    ...listQuery('getCheck', input),
    refetchInterval: ({ state }) => (state.data?.check.state === 'running' ? POLL_MS : false),
  })
  const check = read.data?.check
  const show = (verdict: typeof search.verdict) => void setSearch({ verdict, ...FIRST_PAGE })
  const chips = CHECK_VERDICTS.filter((verdict) => (check?.counts[verdict] ?? 0) > 0 || search.verdict === verdict).map(
    (verdict): FilterChip => ({
      label: `${CHECK_VERDICT_NAMES[verdict]} ${formatNumber(check?.counts[verdict] ?? 0)}`,
      isOn: search.verdict === verdict,
      onToggle: () => show(search.verdict === verdict ? null : verdict),
    }),
  )
  if (check?.changed != null)
    chips.unshift({
      label: `Changed ${formatNumber(check.changed)}`,
      isOn: search.verdict === 'changed',
      onToggle: () => show(search.verdict === 'changed' ? null : 'changed'),
    })
  return (
    <ListPage
      heading={check === undefined ? 'Check' : `Check of ${checkedLabel(check)}`}
      caption="Checked objects"
      extent={check && <Started {...check} />}
      read={read}
      columnsAt={columnsAt}
      exportAddressOf={(form) => readAddress('exportCheck', { checkId, verdict: input.verdict, form })}
      search={{ ...search, text: null, status: null, order: 'desc' }}
      isFiltered={search.verdict !== null}
      onSearch={({ after, before, pageSize }) => void setSearch({ after, before, pageSize })}
      onClear={() => show(null)}
      filters={{ chips }}
    >
      {check && <Run check={check} />}
    </ListPage>
  )
}

const Started = ({ owner, startedAt }: Check) => (
  <>
    Started <Instant iso={startedAt} dense /> by <span className="foreign">{owner}</span>
  </>
)

/** The progress of a check with the button that stops it; afterwards the one that runs it again. */
function Run({ check }: { check: Check }) {
  const client = useQueryClient()
  const isRunning = check.state === 'running'
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sendOperation('changeCheck', { checkId: check.id, to: isRunning ? 'stop' : 'again' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['getCheck'] }),
  })
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
      {isRunning && <CheckProgress check={check} />}
      {check.state === 'stopped' && (
        <p className="text-sm">
          Stopped: {formatNumber(check.checked)} of {formatNumber(check.total)} were checked.
        </p>
      )}
      {check.isMine && (
        <Button small pending={isPending} onClick={() => mutate()} className="no-print">
          {isRunning ? 'Stop' : 'Run again'}
        </Button>
      )}
      {error && (
        <p role="alert" className="text-red text-sm">
          {problemOf(error).detail}
        </p>
      )}
    </div>
  )
}
