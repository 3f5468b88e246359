'use client'

import { useQuery } from '@tanstack/react-query'
import { Instant } from '@/components/instant'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import type { Check, CheckList } from '@/contract/console/checks'
import { checkPath } from '@/lib/format/paths'
import { operationQuery } from '@/lib/queries/operation-query'
import { QuerySection } from '../_shell/query-section'
import { CheckProgress } from './check-progress'
import { checkedLabel, resultLabel } from './check-labels'
import { GapsSection } from './gaps-section'
import { NewCheck } from './new-check'

const POLL_MS = 2_000

const COLUMNS: Column<Check>[] = [
  {
    header: 'Check',
    isRowHeader: true,
    width: '11rem',
    show: (check) => (
      <Link href={checkPath(check.id)} prefetch={false} className="text-accent font-medium hover:underline">
        {checkedLabel(check)}
      </Link>
    ),
  },
  {
    header: 'Result',
    show: (check) => (check.state === 'running' ? <CheckProgress check={check} /> : resultLabel(check)),
  },
  { header: 'Started', width: '10rem', isWide: true, show: ({ startedAt }) => <Instant iso={startedAt} dense /> },
  { header: 'By', width: '13rem', isWide: true, show: ({ owner }) => <span className="foreign">{owner}</span> },
]

const NO_CHECKS: CheckList = { checks: [], perSecond: 1 }

/** The form that starts a check, and the newest checks of the team. */
export function ChecksView() {
  const query = useQuery({
    ...operationQuery('listChecks', {}),
    refetchInterval: ({ state }) => (state.data?.checks.some((check) => check.state === 'running') ? POLL_MS : false),
  })
  return (
    <div className="space-y-6">
      <div>
        <h1 className="text-2xl font-semibold">Checks</h1>
        <p className="text-muted mt-1 text-sm">
          Check the invoices of a month at once: which agree, and which need a look.
        </p>
      </div>
      <NewCheck list={query.data ?? NO_CHECKS} />
      <QuerySection
        title="Checks of the team"
        query={query}
        emptyText={({ checks }) => (checks.length === 0 ? 'No check yet' : null)}
      >
        {({ checks }) => <DataTable caption="Checks" columns={COLUMNS} rows={checks} keyOf={({ id }) => id} />}
      </QuerySection>
      <GapsSection />
    </div>
  )
}
