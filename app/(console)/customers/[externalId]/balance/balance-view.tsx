'use client'

import { Section } from '@/components/ui/section'
import type { ChangePart, LedgerPool } from '@/contract/console/whole-ledger'
import type { useLedgerRead } from '../../../_customer/use-ledger-read'
import { filterHref, type useLedgerFilter } from '../transactions/use-ledger-search'
import { BalanceChart } from './balance-chart'
import { ExplainChange } from './explain-change'
import { LedgerVerdict } from './ledger-verdict'

interface WholeLedgerProps {
  externalId: string
  filters: ReturnType<typeof useLedgerFilter>
  whole: ReturnType<typeof useLedgerRead>
  /** The number of transactions that the API counts; null when it is unknown. */
  total: number | null
  /** Called when the page should show the entries that match the filters now. */
  onEntries: () => void
}

/** Whether a customer's whole ledger agrees, the balance over time, and why it changed. */
export function WholeLedger({ externalId, filters, whole, total, onEntries }: WholeLedgerProps) {
  const { range, setRange, days, setDays, setFields } = filters
  return (
    <>
      <Section title="Whole ledger" flush aside={<span className="text-muted text-xs">Days are UTC</span>}>
        <LedgerVerdict {...whole} total={total} />
        <BalanceChart
          externalId={externalId}
          range={range}
          isComplete={whole.read?.isComplete === true}
          onRange={setRange}
          onExplain={(from, to) => setDays({ from, to })}
          onDays={(from, to) => {
            setFields({ from, to })
            onEntries()
          }}
        />
      </Section>
      <ExplainChange
        externalId={externalId}
        days={days}
        onDays={setDays}
        asOfDay={whole.read?.asOf?.slice(0, 10) ?? null}
        linkOfPart={hrefOfPart}
      />
    </>
  )
}

/** Returns the address of the entries of a part. */
const hrefOfPart = ({ type, billableId, blockId, from, to }: ChangePart, pool: LedgerPool): string =>
  filterHref({
    pool: pool.key,
    type: type ?? '',
    from,
    to,
    ...(billableId !== null && { billable: billableId }),
    ...(blockId !== null && { block: blockId }),
  })
