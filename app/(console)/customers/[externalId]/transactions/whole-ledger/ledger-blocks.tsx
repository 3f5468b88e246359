'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemPanel } from '@/components/problem-panel'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import { type LedgerBlock, PART_KINDS } from '@/contract/console/whole-ledger'
import { problemOf } from '@/lib/browser/problem-of'
import { formatCount, formatNumber } from '@/lib/format/amount'
import { PART_KIND_LABELS } from '@/lib/format/labels'
import { soFarLabel } from '@/lib/format/ledger-verdict'
import { operationQuery } from '@/lib/queries/operation-query'
import { LedgerBlockRow } from './ledger-block-row'
import { FigureHeader, poolsOfRows } from './ledger-unit'

const FIRST_SHOWN = 10

interface LedgerBlocksProps {
  externalId: string
  /** Returns the address of the transactions of a block. */
  linkOfBlock: (blockId: string) => string
}

/** The allocation blocks of a ledger with their sums by part kind and the amount left, the newest grant first. */
export function LedgerBlocks({ externalId, linkOfBlock }: LedgerBlocksProps) {
  const { data, error, isFetching, refetch } = useQuery(operationQuery('listLedgerBlocks', { externalId }))
  const hasBlocks = data !== undefined && data.blocks.length > 0
  return (
    <Section
      title="Blocks"
      flush
      aside={
        <span className="text-muted text-xs">
          {data?.soFar && <span className="text-yellow">{soFarLabel(data.soFar)} · </span>}
          {hasBlocks && data.count > data.blocks.length && (
            <>
              The newest {formatNumber(data.blocks.length)} of {formatNumber(data.count)} ·{' '}
            </>
          )}
          Expiry: not sent by the API · days are UTC
        </span>
      }
    >
      {error && (
        <div className="p-4">
          <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !error && <Skeleton className="m-4 h-48" />}
      {data && !hasBlocks && (
        <p className="text-muted px-4 py-8 text-center text-sm">
          {data.asOf === null ? 'The blocks appear once the whole ledger is read.' : 'No blocks'}
        </p>
      )}
      {hasBlocks && <BlocksTable blocks={data.blocks} linkOfBlock={linkOfBlock} />}
    </Section>
  )
}

interface BlocksTableProps extends Pick<LedgerBlocksProps, 'linkOfBlock'> {
  blocks: readonly LedgerBlock[]
}

/** Each row unfolds to the usage by billable. Where the columns do not fit, each row is a card. */
function BlocksTable({ blocks, linkOfBlock }: BlocksTableProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? blocks : blocks.slice(0, FIRST_SHOWN)
  const pools = poolsOfRows(blocks)
  const unit = pools.length === 1 ? (pools[0]?.unitName ?? null) : null
  return (
    <div className="@container">
      <table className="rows cards">
        <caption className="sr-only">Blocks</caption>
        <colgroup>
          <col style={{ width: '2.25rem' }} />
          <col />
          {[...PART_KINDS, 'left'].map((column) => (
            <col key={column} style={{ width: '5.75rem' }} />
          ))}
          <col style={{ width: '7rem' }} />
          <col style={{ width: '6rem' }} />
          <col style={{ width: '4.75rem' }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Details</span>
            </th>
            <th scope="col">Block</th>
            {PART_KINDS.map((kind) => (
              <FigureHeader key={kind} unit={unit}>
                {PART_KIND_LABELS[kind]}
              </FigureHeader>
            ))}
            <FigureHeader unit={unit}>Left, calculated</FigureHeader>
            <th scope="col">First use</th>
            <th scope="col">Last use</th>
            <th scope="col">Invoice</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((block) => (
            <LedgerBlockRow key={block.blockId} block={block} pools={pools} link={linkOfBlock(block.blockId)} />
          ))}
        </tbody>
      </table>
      {shown.length < blocks.length && (
        <p className="border-t px-4 py-2">
          <Button small variant="ghost" onClick={() => setWhole(true)}>
            Show {formatCount(blocks.length - shown.length, 'more block')}
          </Button>
        </p>
      )}
    </div>
  )
}
