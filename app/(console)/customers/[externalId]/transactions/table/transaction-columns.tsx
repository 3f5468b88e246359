import { Absent } from '@/components/text/absent'
import { Instant } from '@/components/time/instant'
import { Money } from '@/components/money/money'
import { SignedAmount } from '@/components/money/signed-amount'
import { TransactionType } from '@/components/ledger/transaction-type'
import type { Column } from '@/components/ui/data-table'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Link } from '@/components/ui/link'
import { MenuButton } from '@/components/ui/menu-button'
import { OwnText } from '@/components/text/own-text'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { TransactionView } from '@/lib/ledger/transaction'
import { idProblem } from '@/contract/requestable-id'
import type { Field } from '@/lib/billing-api/view-of'
import { invoicePath } from '@/lib/core/paths'
import { shortName } from '@/lib/money/amount'
import { withoutBidi } from '@/lib/text/bidi'
import { cadenceLabel } from '@/lib/subscriptions/labels'
import { firstUnreadable, isAbsent, isUnreadable, readable } from '@/lib/billing-api/unreadable'

/** Facts about the page that a cell needs. */
interface CellContext {
  /** `isSignedLedger` of all rows. */
  isSigned: boolean
  /** The unit of all rows, which the column headers name; null when each row names its own. */
  unit: string | null
}

type TransactionColumn = Column<TransactionView, 'createdAt'>

/** The columns of a page of the ledger. */
export function transactionColumns({ isSigned, unit }: CellContext): TransactionColumn[] {
  return [
    {
      header: 'Created',
      sort: 'createdAt',
      width: '9.25rem',
      show: ({ createdAt }) => <Instant iso={createdAt} dense />,
    },
    // In a window of 1,024 px, Type and Plan leave room for Billable; from 1,100 px on, each value has one line.
    {
      header: 'Type',
      width: 'clamp(6rem, 29cqw - 10.75rem, 7.75rem)',
      show: ({ type }) => <TransactionType type={type} />,
    },
    { header: 'Billable', show: billableCell },
    {
      ...figureColumn('Amount', unit, ({ amount }) => amount),
      show: (row) => (
        <>
          <SignedAmount transaction={row} signed={isSigned} />
          {unit === null && !isAbsent(row.amount) && unitLine(row)}
        </>
      ),
    },
    figureColumn('Balance after', unit, ({ newBalance }) => newBalance),
    // Left out on a phone: the details of the row have it.
    { ...figureColumn('Block size', unit, ({ allocationBlock }) => allocationBlock?.amount), isWide: true },
    { header: 'Plan', width: 'clamp(5rem, 17cqw - 5rem, 9rem)', isWide: true, show: planCell },
    { header: 'Invoice', width: '4.75rem', show: invoiceCell },
    {
      header: 'Row actions',
      hasNoHeader: true,
      width: '2.75rem',
      show: ({ allocationBlock }) => (
        <MenuButton label="Actions" className="row-menu" prefetchProps={RowMenu.prefetchProps}>
          <RowMenu block={allocationBlock} />
        </MenuButton>
      ),
    },
  ]
}

/** Loads when the pointer reaches a menu button. */
const RowMenu = lazyWithRetry(() => import('./row-menu').then((module) => module.RowMenu))

/** A number in the unit of the row's pool. The header names the unit that all rows share; else, and on a card, the number does. */
function figureColumn(
  header: string,
  unit: string | null,
  numberOf: (transaction: TransactionView) => Field<string>,
): TransactionColumn {
  return {
    header,
    headerNote: unit !== null && (
      <small className="foreign">
        <VisibleMarks>{unit}</VisibleMarks>
      </small>
    ),
    width: '7rem',
    isFigure: true,
    show: (row) => (
      <>
        <Money amount={numberOf(row)} />
        {unit === null && !isAbsent(numberOf(row)) && unitLine(row)}
      </>
    ),
    cellProps: (row) => ({
      'data-unit': unit !== null && !isAbsent(numberOf(row)) ? withoutBidi(unit) : undefined,
    }),
  }
}

function billableCell({ billable, billableId }: TransactionView) {
  const name = readable(billable?.name)
  const shown = name || readable(billable?.id) || readable(billableId)
  const text = shown || firstUnreadable(billable?.name, billable?.id, billableId)
  return <OwnText text={text} className={`${name ? 'foreign' : 'opaque'} line-clamp-2`} />
}

/** The unit of a row's figures; null when none was sent. */
function unitLine({ allocationBlock }: TransactionView) {
  const unit = allocationBlock?.pricingUnit ?? null
  if (isUnreadable(unit)) return <Absent value={unit} />
  return unit === null ? null : (
    <small className="foreign">
      <VisibleMarks>{unit}</VisibleMarks>
    </small>
  )
}

function planCell({ allocationBlock: block }: TransactionView) {
  const name = readable(block?.planName) || firstUnreadable(block?.planName, block?.billingCadence)
  const cadence = readable(block?.billingCadence)
  return (
    <>
      <OwnText text={name} className="foreign line-clamp-1" />
      {cadence && (
        <small className="foreign">
          <VisibleMarks>{cadenceLabel(cadence)}</VisibleMarks>
        </small>
      )}
    </>
  )
}

function invoiceCell({ allocationBlock: block }: TransactionView) {
  const id = readable(block?.invoiceId)
  const vanityId = readable(block?.invoiceVanityId)
  const name = vanityId ? shortName(vanityId) : id
  if (!name) return <Absent value={firstUnreadable(block?.invoiceId, block?.invoiceVanityId)} />
  if (!id || idProblem(id) !== null) return name
  return (
    <Link href={invoicePath(id)} prefetch={false} className={vanityId ? 'foreign tabular-nums' : 'opaque line-clamp-2'}>
      {name}
    </Link>
  )
}
