import type { RulesView } from '@/lib/billing-api/price'
import { type UnitLabels, writtenAmount } from '@/lib/money/amount'
import { WholeNumbers } from '@/components/money/long-number'
import { Money, Quantity } from '@/components/money/money'
import { boundsLabel, chargeLabel, perLabel } from '@/lib/subscriptions/charge-label'
import { type Column, DataTable } from '@/components/ui/data-table'
import { NotSent } from '@/components/ui/facts'

interface PriceRulesProps {
  rules: RulesView
  /** The currency of the amounts; null when it is unknown or the price counts in a custom pricing unit. */
  currency: string | null
  /** The unit labels of the billable. */
  billable?: UnitLabels | null
}

/** A price's rules in words; tiers as a table, unknown rules as they were sent. */
export function PriceRules({ rules, currency, billable }: PriceRulesProps) {
  const bounds = boundsLabel(rules, currency)
  return (
    <div className="foreign space-y-1">
      {rules.kind === 'tier' && rules.tiers.length > 0 ? (
        <>
          <TierTable tiers={rules.tiers} currency={currency} unit={perLabel(undefined, billable)} />
          {bounds && <p className="text-muted">{bounds.charAt(0).toUpperCase() + bounds.slice(1)}</p>}
        </>
      ) : (
        <p>{chargeLabel(rules, currency, billable)}</p>
      )}
      {rules.kind === 'other' && (
        <pre className="bg-sunken max-h-60 overflow-auto rounded p-2 font-mono text-xs whitespace-pre-wrap">
          {rules.json}
        </pre>
      )}
      <WholeNumbers numbers={numbersOf(rules)} write={(number) => writtenAmount(number, currency)} />
    </div>
  )
}

/** The numbers in the sentences. */
function numbersOf(rules: RulesView): (string | undefined)[] {
  switch (rules.kind) {
    case 'unit':
      return [rules.price, rules.quantity, rules.minimum, rules.maximum]
    case 'tier':
      return [rules.minimum, rules.maximum]
    case 'fixed':
      return [rules.price, rules.quantity]
    default:
      return []
  }
}

type Tiers = Extract<RulesView, { kind: 'tier' }>['tiers']

const TierTable = ({ tiers, currency, unit }: { tiers: Tiers; currency: string | null; unit: string }) => (
  <DataTable
    caption="Price tiers"
    look="inner"
    columns={tierColumns(tiers, currency, unit)}
    rows={tiers}
    keyOf={(_, index) => index}
  />
)

const tierColumns = (tiers: Tiers, currency: string | null, unit: string): Column<Tiers[number]>[] => [
  { header: 'From', isFigure: true, show: ({ start }) => <Quantity quantity={start} /> },
  {
    header: 'To',
    isFigure: true,
    show: (tier) =>
      tier.end === undefined ? (
        <NotSent>{tier === tiers.at(-1) ? 'No upper end sent' : undefined}</NotSent>
      ) : (
        <Quantity quantity={tier.end} />
      ),
  },
  {
    header: `Price per ${unit}`,
    isFigure: true,
    show: ({ price }) => <Money amount={price} currency={currency} exact />,
  },
]
