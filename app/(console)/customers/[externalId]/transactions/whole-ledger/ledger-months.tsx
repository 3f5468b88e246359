'use client'

import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { CsvDownload } from '@/components/csv-download'
import { ProblemPanel } from '@/components/problem-panel'
import { Button, buttonClass } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import { type LedgerMonths as Months, PART_KINDS } from '@/contract/console/whole-ledger'
import { readAddress } from '@/lib/browser/operation-address'
import { problemOf } from '@/lib/browser/problem-of'
import { formatCount } from '@/lib/format/amount'
import { PART_KIND_LABELS } from '@/lib/format/labels'
import { soFarLabel } from '@/lib/format/ledger-verdict'
import { operationQuery } from '@/lib/queries/operation-query'
import { LedgerMonthRow } from './ledger-month-row'
import { FigureHeader, poolsOfRows } from './ledger-unit'

const FIRST_SHOWN = 12
const FIGURES = ['Opening', ...PART_KINDS.map((kind) => PART_KIND_LABELS[kind]), 'Closing']

/** The sums of each month and pool, the newest first, with their downloads. */
export function LedgerMonths({ externalId }: { externalId: string }) {
  const { data, error, isFetching, refetch } = useQuery(operationQuery('listLedgerMonths', { externalId }))
  const soFar = data?.soFar ?? null
  const hasMonths = data !== undefined && data.months.length > 0
  return (
    <Section
      title="Months"
      flush
      aside={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="text-muted text-xs">
            {soFar && <span className="text-yellow">{soFarLabel(soFar)} · </span>}Not revenue · months are UTC
          </span>
          {hasMonths && soFar === null && <Downloads externalId={externalId} />}
        </div>
      }
    >
      {error && (
        <div className="p-4">
          <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !error && <Skeleton className="m-4 h-48" />}
      {data && !hasMonths && (
        <p className="text-muted px-4 py-8 text-center text-sm">
          {data.asOf === null ? 'The months appear once the whole ledger is read.' : 'No transactions'}
        </p>
      )}
      {hasMonths && <MonthsTable {...data} />}
    </Section>
  )
}

const Downloads = ({ externalId }: { externalId: string }) => (
  <div className="no-print flex flex-wrap gap-2">
    <CsvDownload
      label="Download CSV"
      title="Every month and break of this ledger, newest month first"
      addressOf={(form) => readAddress('exportLedgerMonths', { externalId, form })}
    />
    <a href={readAddress('downloadLedgerMonthsPdf', { externalId })} className={buttonClass('secondary', true)}>
      <FileDown aria-hidden="true" className="size-3.5" />
      Download PDF
    </a>
  </div>
)

/** Each row unfolds to its types and billables. Where the columns do not fit, each row is a card. */
function MonthsTable({ months, older }: Pick<Months, 'months' | 'older'>) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? months : months.slice(0, FIRST_SHOWN)
  const pools = poolsOfRows(months)
  const [pool] = pools
  const isOnePool = pools.length === 1
  const unit = isOnePool ? (pool?.unitName ?? null) : null
  return (
    <div className="@container">
      <table className="rows cards">
        <caption className="sr-only">Months</caption>
        <colgroup>
          <col style={{ width: '2.25rem' }} />
          <col style={{ width: isOnePool ? '5.5rem' : '7.5rem' }} />
          {FIGURES.map((title) => (
            <col key={title} />
          ))}
          <col style={{ width: '6.25rem' }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Details</span>
            </th>
            <th scope="col">Month</th>
            {FIGURES.map((title) => (
              <FigureHeader key={title} unit={unit}>
                {title}
              </FigureHeader>
            ))}
            <th scope="col" className="figure-cell">
              Transactions
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((month) => (
            <LedgerMonthRow key={`${month.month} ${month.pool.key}`} month={month} pools={pools} />
          ))}
        </tbody>
      </table>
      {shown.length < months.length && (
        <p className="border-t px-4 py-2">
          <Button small variant="ghost" onClick={() => setWhole(true)}>
            Show {formatCount(months.length - shown.length, 'more row')}
          </Button>
        </p>
      )}
      <Notes months={months} older={isWhole || shown.length === months.length ? older : 0} />
    </div>
  )
}

function Notes({ months, older }: Pick<Months, 'months' | 'older'>) {
  const isSum = months.some(({ basis }) => basis === 'amounts')
  return (
    <div className="text-muted border-t px-4 py-2 text-xs empty:hidden">
      {older > 0 && <p>and {formatCount(older, 'older row')}: in the CSV</p>}
      {isSum && <p>The API sends no balances that can be used: Opening and Closing are sums of amounts.</p>}
    </div>
  )
}
