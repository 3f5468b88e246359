'use client'

import { useQuery } from '@tanstack/react-query'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { Money } from '@/components/money'
import { EmptyCell } from '@/components/ui/empty-cell'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { VisibleMarks } from '@/components/visible-marks'
import { type GrantedBlock, PART_KINDS } from '@/contract/console/whole-ledger'
import { ledgerPath } from '@/lib/browser/paths'
import { problemOf } from '@/lib/browser/problem-of'
import { formatDate } from '@/lib/format/instant'
import { PART_KIND_LABELS } from '@/lib/format/labels'
import { soFarLabel } from '@/lib/format/ledger-verdict'
import { operationQuery } from '@/lib/queries/operation-query'
import { UNKNOWN } from '@/lib/format/unreadable'

/** The allocation blocks that an invoice granted, as far as ledgers were read whole; nothing when there are none. */
export function GrantedBlocks({ invoiceId }: { invoiceId: string }) {
  const { data, error } = useQuery(operationQuery('listGrantedBlocks', { invoiceId }))
  if (error)
    return (
      <Section title="Granted blocks">
        <p role="alert" className="text-red text-sm">
          The granted blocks could not be read: {problemOf(error).detail}
        </p>
      </Section>
    )
  if (!data || data.blocks.length === 0) return null
  return (
    <Section title="Granted blocks" flush aside={<span className="text-muted text-xs">Days are UTC</span>}>
      <BlocksTable blocks={data.blocks} />
    </Section>
  )
}

/** On a narrow screen the table scrolls sideways, and says so. */
function BlocksTable({ blocks }: { blocks: readonly GrantedBlock[] }) {
  return (
    <div className="@container">
      <p className="no-print text-muted px-4 pt-2 text-xs @min-[60rem]:hidden">
        Scroll the table sideways for all columns →
      </p>
      <div tabIndex={0} role="group" aria-label="Granted blocks" className="overflow-x-auto print:overflow-visible">
        <table className="rows min-w-[60rem] print:min-w-0">
          <caption className="sr-only">Granted blocks</caption>
          <colgroup>
            <col />
            <col />
            {[...PART_KINDS, 'left'].map((column) => (
              <col key={column} style={{ width: '6.25rem' }} />
            ))}
            <col style={{ width: '10.5rem' }} />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">Customer</th>
              <th scope="col">Block</th>
              {PART_KINDS.map((kind) => (
                <th key={kind} scope="col" className="figure-cell">
                  {PART_KIND_LABELS[kind]}
                </th>
              ))}
              <th scope="col" className="figure-cell">
                Left, calculated
              </th>
              <th scope="col">As of</th>
            </tr>
          </thead>
          <tbody>
            {blocks.map((block) => (
              <BlockRow key={`${block.externalId} ${block.blockId}`} block={block} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function BlockRow({ block }: { block: GrantedBlock }) {
  const { externalId, blockId, pool, parts, grantedAt, left, soFar, asOf } = block
  return (
    <tr>
      <td>
        <CustomerLink externalId={externalId} blockId={blockId} />
      </td>
      <td>
        <Identifier id={blockId} of="block" />
        {pool.unitName !== null && (
          <small className="foreign whitespace-normal">
            <VisibleMarks>{pool.unitName}</VisibleMarks>
          </small>
        )}
      </td>
      {PART_KINDS.map((kind) => (
        <td key={kind} className="figure-cell">
          <Money amount={parts && parts[kind]} />
          {kind === 'added' && grantedAt !== null && <small>{formatDate(`${grantedAt}T00:00:00Z`, 'UTC')}</small>}
        </td>
      ))}
      <td className="figure-cell">
        {left === null ? (
          <EmptyCell label={UNKNOWN} />
        ) : (
          <span className={left.startsWith('-') ? 'text-red' : undefined}>
            <Money amount={left} />
            {left.startsWith('-') && <span className="block text-xs">Below zero</span>}
          </span>
        )}
      </td>
      <td>
        {asOf === null ? <EmptyCell label={UNKNOWN} /> : <Instant iso={asOf} dense />}
        {soFar && <small className="text-yellow">{soFarLabel(soFar)}</small>}
      </td>
    </tr>
  )
}

/** The customer whose ledger has the block, with a link to the block's transactions. */
const CustomerLink = ({ externalId, blockId }: Pick<GrantedBlock, 'externalId' | 'blockId'>) => (
  <Link
    href={`${ledgerPath(externalId)}?block=${encodeURIComponent(blockId)}`}
    prefetch={false}
    className="foreign font-medium"
  >
    <VisibleMarks>{externalId}</VisibleMarks>
  </Link>
)
