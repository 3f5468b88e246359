import { PART_KIND_LABELS } from '@/lib/ledger/ledger-labels'
import { Identifier } from '@/components/text/identifier'
import { Instant } from '@/components/time/instant'
import { Money } from '@/components/money/money'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyCell } from '@/components/ui/empty-cell'
import { TextLink } from '@/components/text/text-link'
import { VisibleMarks } from '@/components/text/visible-marks'
import { type GrantedBlock, PART_KINDS } from '@/lib/ledger/whole-ledger'
import { ledgerPath } from '@/lib/core/paths'
import { formatDate } from '@/lib/time/instant'
import { soFarLabel } from '@/lib/ledger/ledger-verdict'
import { UNKNOWN } from '@/lib/billing-api/unreadable'
import { AmountLeft } from '@/components/customers/pool-unit'

const COLUMNS: readonly Column<GrantedBlock>[] = [
  {
    header: 'Customer',
    show: ({ externalId, blockId }) => (
      <TextLink href={`${ledgerPath(externalId)}?block=${encodeURIComponent(blockId)}`} className="font-medium">
        {externalId}
      </TextLink>
    ),
  },
  {
    header: 'Block',
    show: ({ blockId, pool }) => (
      <>
        <Identifier id={blockId} of="block" />
        {pool.unitName !== null && (
          <small className="foreign whitespace-normal">
            <VisibleMarks>{pool.unitName}</VisibleMarks>
          </small>
        )}
      </>
    ),
  },
  ...PART_KINDS.map((kind): Column<GrantedBlock> => ({
    header: PART_KIND_LABELS[kind],
    width: '6.25rem',
    isFigure: true,
    show: ({ parts, grantedAt }) => (
      <>
        <Money amount={parts && parts[kind]} />
        {kind === 'added' && grantedAt !== null && <small>{formatDate(`${grantedAt}T00:00:00Z`, 'UTC')}</small>}
      </>
    ),
  })),
  { header: 'Left, calculated', width: '6.25rem', isFigure: true, show: ({ left }) => <AmountLeft amount={left} /> },
  {
    header: 'As of',
    width: '10.5rem',
    show: ({ asOf, soFar }) => (
      <>
        {asOf === null ? <EmptyCell label={UNKNOWN} /> : <Instant iso={asOf} dense />}
        {soFar && <small className="text-yellow">{soFarLabel(soFar)}</small>}
      </>
    ),
  },
]

/** The blocks that an invoice granted. On a narrow screen the table scrolls sideways, and says so. */
export const BlocksTable = ({ blocks }: { blocks: readonly GrantedBlock[] }) => (
  <div className="@container">
    <p className="no-print text-muted px-4 pt-2 text-xs @min-[60rem]:hidden">
      Scroll the table sideways for all columns →
    </p>
    <div tabIndex={0} role="group" aria-label="Granted blocks" className="overflow-x-auto print:overflow-visible">
      <div className="min-w-[60rem] print:min-w-0">
        <DataTable
          caption="Granted blocks"
          columns={COLUMNS}
          rows={blocks}
          keyOf={({ externalId, blockId }) => `${externalId} ${blockId}`}
        />
      </div>
    </div>
  </div>
)
