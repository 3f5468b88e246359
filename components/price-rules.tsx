import type { RulesView } from '@/contract/console/price'
import { writtenAmount } from '@/lib/format/amount'
import { WholeNumbers } from './long-number'
import { Money, Quantity } from './money'
import type { UnitLabels } from '@/lib/format/unit-label'
import { boundsLabel, chargeLabel, perLabel } from '@/lib/format/charge-label'
import { NotSent } from './ui/facts'

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

function TierTable({ tiers, currency, unit }: { tiers: Tiers; currency: string | null; unit: string }) {
  const last = tiers.length - 1
  return (
    <table className="text-sm">
      <caption className="sr-only">Price tiers</caption>
      <thead>
        <tr className="text-muted text-xs">
          <th scope="col" className="figure pr-6 font-normal">
            From
          </th>
          <th scope="col" className="figure pr-6 font-normal">
            To
          </th>
          <th scope="col" className="figure font-normal">
            Price per {unit}
          </th>
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier, index) => (
          <tr key={index}>
            <td className="figure pr-6">
              <Quantity quantity={tier.start} />
            </td>
            <td className="figure pr-6">
              {tier.end === undefined ? (
                <NotSent>{index === last ? 'No upper end sent' : undefined}</NotSent>
              ) : (
                <Quantity quantity={tier.end} />
              )}
            </td>
            <td className="figure">
              <Money amount={tier.price} currency={currency} exact />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
