import { Instant } from '@/components/time/instant'
import { Section } from '@/components/ui/section'
import { OwnText } from '@/components/text/own-text'
import { TextLink } from '@/components/text/text-link'
import type { IndexedCustomer } from '@/lib/objects/indexed-objects'
import { customerPath } from '@/lib/core/paths'
import { formatAmount } from '@/lib/money/amount'
import { UNKNOWN } from '@/lib/billing-api/unreadable'

interface IndexedBalancesProps {
  /** The customer’s ledgers in the index that have a balance; a customer ID of the billing API can have several. */
  ledgers: IndexedCustomer[]
}

/** Shows the balances of the index until the ledger has been read. */
export const IndexedBalances = ({ ledgers }: IndexedBalancesProps) => (
  <Section title="Balance" flush>
    <div className="divide-y">
      {ledgers.map((ledger) => (
        <IndexedLedger key={ledger.id} ledger={ledger} showId={ledgers.length > 1} />
      ))}
    </div>
  </Section>
)

function IndexedLedger({ ledger, showId }: { ledger: IndexedCustomer; showId: boolean }) {
  return (
    <div className="px-4 py-3">
      {showId && (
        <TextLink href={customerPath(ledger.id)} className="text-sm">
          {ledger.id}
        </TextLink>
      )}
      {ledger.balances?.map(({ unit, balance, asOf }, nth) => (
        <p key={nth} className="text-xl font-semibold sm:text-2xl">
          {balance === null ? UNKNOWN : formatAmount(balance)}{' '}
          <OwnText text={unit ?? ''} className="text-muted foreign text-xs font-normal" />
          {/* Only for a balance that is older than the newest page of its ledger. */}
          {asOf !== null && (
            <span className="text-muted text-xs font-normal">
              {' '}
              as of <Instant iso={asOf} dense />
            </span>
          )}
        </p>
      ))}
      <p className="text-muted text-xs leading-5">
        as of <Instant iso={ledger.asOf} dense />
      </p>
    </div>
  )
}
