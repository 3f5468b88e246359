'use client'

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { useEffect } from 'react'
import { Instant } from '@/components/instant'
import { Money } from '@/components/money'
import { InvoiceStatusPill } from '@/components/invoice-status'
import { SubscriptionStatusPill } from '@/components/subscription-status'
import { VisibleMarks } from '@/components/visible-marks'
import type { Column } from '@/components/ui/data-table'
import { EmptyCell } from '@/components/ui/empty-cell'
import { CHECK_VERDICTS, type Check, type CheckedObject, type CheckResults } from '@/contract/console/checks'
import { LIST_PAGE_SIZES } from '@/contract/console/indexed-objects'
import type { ConsoleInput } from '@/contract/console/operations'
import { readAddress } from '@/contract/console/operation-address'
import { readOperation, sendOperation } from '@/lib/browser/operation'
import { OBJECT_PATHS } from '@/lib/format/paths'
import { problemOf } from '@/lib/browser/problem-of'
import { formatNumber, shortName } from '@/lib/format/amount'
import { CHECK_VERDICT_NAMES } from '@/lib/format/status-names'
import { listQuery } from '@/lib/queries/operation-query'
import type { ExportAddress } from '../../_exports/use-export'
import { JobButton } from '../../_jobs/job'
import { NameCell, TextCell, VerdictPill } from '../../_lists/list-cells'
import type { FilterChip } from '../../_lists/list-filters'
import { ListPage } from '../../_lists/list-page'
import { FIRST_PAGE } from '../../_lists/list-search'
import { CheckProgress } from '../check-progress'
import { checkedLabel, resultLabel } from '../check-labels'
import { CheckMonths } from './check-months'
import { checkInput, checkSearchParams } from './search-params'

const POLL_MS = 2_000

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
    isWide: '34rem',
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
  const { id, given, kind, name, asOf, verdict, findings } = object
  const shown = (
    <>
      {given !== id && (
        <small className="block">
          given as <VisibleMarks>{given}</VisibleMarks>
        </small>
      )}
      {findings.length > 0 && (
        <ul className="mt-1 space-y-0.5 text-xs whitespace-normal!">
          {findings.map((finding, nth) => (
            <li key={nth}>
              <VisibleMarks>{finding}</VisibleMarks>
            </li>
          ))}
        </ul>
      )}
    </>
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
      path={verdict === 'notFound' ? null : OBJECT_PATHS[kind](id)}
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

const isGone = (error: Error | null) => error !== null && problemOf(error).code === 'not_found'

/**
 * Returns a check, whose progress it reads every two seconds. The rows do not move under the reader: they are read again when the
 * check ends, and once when the first verdicts are there.
 */
function useProgress(checkId: string, { data, error, refetch }: UseQueryResult<CheckResults>): Check | undefined {
  const shown = data?.check
  const progress = useQuery({
    queryKey: ['getCheck', checkId],
    queryFn: ({ signal }) => readOperation('getCheck', { checkId, pageSize: LIST_PAGE_SIZES[0] }, signal),
    enabled: shown?.state === 'running' && !isGone(error),
    refetchInterval: (query) => !isGone(query.state.error) && POLL_MS,
  })
  const isNewer = data && progress.data && progress.data.readAt > data.readAt
  const check = isNewer ? progress.data.check : shown
  const isBehind =
    isGone(progress.error) || check?.state !== shown?.state || (shown?.checked === 0 && check?.checked !== 0)
  useEffect(() => {
    if (isBehind) void refetch()
  }, [isBehind, refetch])
  return check
}

/** A check: its progress, and its objects, what needs a look first. */
export function CheckView({ checkId }: { checkId: string }) {
  const [search, setSearch] = useQueryStates(checkSearchParams, { history: 'push' })
  const input = checkInput(checkId, search)
  const read = useQuery(listQuery('getCheck', input))
  const check = useProgress(checkId, read)
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
  const linesAddressOf: ExportAddress = (form, exportId) =>
    readAddress('exportCheckLines', { checkId, verdict: input.verdict, form, exportId })
  return (
    <ListPage
      heading={check === undefined ? 'Check' : `Check of ${checkedLabel(check)}`}
      caption="Results"
      extent={check && <Started {...check} />}
      read={read}
      columnsAt={columnsAt}
      {...(mayHaveInvoices(check) && { linesAddressOf })}
      exportAddressOf={(form) => readAddress('exportCheck', { checkId, verdict: input.verdict, form })}
      search={{ ...search, text: null, status: null, order: 'desc' }}
      isFiltered={search.verdict !== null}
      onSearch={({ after, before, pageSize }) => void setSearch({ after, before, pageSize })}
      onClear={() => show(null)}
      filters={{ chips }}
    >
      {check && <Run check={check} />}
      {check && mayHaveInvoices(check) && check.checked > 0 && <CheckMonths check={check} />}
    </ListPage>
  )
}

const mayHaveInvoices = (check: Check | undefined) => check?.kind === 'invoice' || check?.kind === 'any'

const Started = ({ owner, startedAt }: Check) => (
  <>
    Started <Instant iso={startedAt} dense /> by <span className="foreign">{owner}</span>
  </>
)

/** The progress of a check with the button that stops it; afterwards its result, and the button that runs it again. */
function Run({ check }: { check: Check }) {
  const { id, state, isMine } = check
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
      {state === 'running' && <CheckProgress check={check} />}
      <p role="status" className="text-sm empty:sr-only">
        {state !== 'running' && resultLabel(check)}
      </p>
      {/* Two buttons: a press on "Stop" as the check ends must not start it again. */}
      {isMine && state === 'running' && <ChangeButton key="stop" checkId={id} to="stop" label="Stop" />}
      {isMine && state !== 'running' && <ChangeButton key="again" checkId={id} to="again" label="Run again" />}
    </div>
  )
}

const ChangeButton = ({ label, ...change }: ConsoleInput<'changeCheck'> & { label: string }) => (
  <JobButton label={label} onSend={() => sendOperation('changeCheck', change)} reads={['getCheck']} />
)
