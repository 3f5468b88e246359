import { useQuery } from '@tanstack/react-query'
import { Absent, Unreadables } from '@/components/text/absent'
import { Field, Fields, fieldsOf, flag, idOf, instant, known, isFieldSent } from '@/components/fields/fields'
import { Identifier } from '@/components/text/identifier'
import { WholeNumbers } from '@/components/money/long-number'
import { Money, Quantity } from '@/components/money/money'
import { OwnText } from '@/components/text/own-text'
import { PriceRules } from '@/components/subscriptions/price-rules'
import { NotSent } from '@/components/ui/facts'
import type { InvoiceLineItemView, SubItemView } from '@/lib/invoices/invoice'
import { type CoveredPeriod, unusualPeriod } from '@/lib/subscriptions/billing-period'
import type { CheckedLine } from '@/lib/invoices/invoice-findings'
import { formatCount, writtenAmount } from '@/lib/money/amount'
import { withoutBidi } from '@/lib/text/bidi'
import { cadenceLabel, entityTypeLabel } from '@/lib/subscriptions/labels'
import { isUnreadable, readable, readableList } from '@/lib/billing-api/unreadable'
import { priceIntervalsQuery } from '@/components/subscriptions/subscription-summary'
import { VerdictIcon } from '../verdict-icon'
import { amountWorking, priceWorking } from './working-label'
import { type Column, DataTable } from '@/components/ui/data-table'

export interface LineItemDetailsProps {
  line: InvoiceLineItemView
  check: CheckedLine
  currency: string | null
  /** The subscription of the invoice; null when it names none. */
  subscriptionId: string | null
  /** Shows only what a customer may see: no IDs, checks, or internal facts. */
  isCustomers: boolean
}

/** All fields of one line: the calculation of its amount, its price at the time, and every ID and date. */
export function LineItemDetails({ line, check, currency, subscriptionId, isCustomers }: LineItemDetailsProps) {
  if (isCustomers) return <CustomersDetails line={line} currency={currency} />
  const { price } = line
  const billable = price?.billable
  const priceId = readable(price?.id)
  const anotherPrice = priceId !== null && priceId !== readable(line.priceId)
  const subItems = readableList(line.subItems)
  return (
    <div className="bg-sunken space-y-4 rounded-md p-4">
      <div>
        <LineWorking line={line} check={check} currency={currency} />
        <CoveredPeriodNote line={line} subscriptionId={subscriptionId} />
      </div>
      {subItems.length > 0 && <SubItems items={subItems} currency={currency} />}
      {isUnreadable(line.subItems) && (
        <p className="text-sm">
          Sub items: <Absent value={line.subItems} />
        </p>
      )}
      <div className="text-sm">
        <p className="text-muted mb-0.5 text-xs">Price rules when the line was created</p>
        {price === undefined ? (
          <NotSent />
        ) : (
          <PriceRules rules={price.rules} currency={price.inCustomUnit ? null : currency} billable={billable} />
        )}
      </div>
      <Fields>
        <Field
          label="Price ID"
          of={line.priceId ?? price?.id}
          note={anotherPrice && `A different ID was also sent: ${withoutBidi(priceId)}`}
        >
          <Identifier id={line.priceId} of="price" />
          <Unreadables values={[price?.id]} />
        </Field>
        {fieldsOf(billable, [['Billable ID', 'id', idOf('billable')]])}
        {fieldsOf(price, [['Entity type', 'entityType', known(entityTypeLabel)]])}
        {boundFields({ line, currency })}
        {fieldsOf(billable, [
          ['Hidden', 'hidden', flag('Yes, hidden from the customer')],
          ['Shown on the invoice', 'showOnInvoice', flag(undefined, 'No, hidden from the customer')],
        ])}
        <Field label="Unit labels" of={billable?.singleUnitLabel ?? billable?.multipleUnitLabel}>
          <OwnText text={billable?.singleUnitLabel} /> / <OwnText text={billable?.multipleUnitLabel} />
        </Field>
        {periodFields(line)}
        {fieldsOf(line, [
          ['Created', 'createdAt', instant],
          ['Updated', 'updatedAt', instant],
          ['Line ID', 'id', idOf('line')],
          ['Invoice ID', 'invoiceId', idOf('invoice')],
          ['Merchant ID', 'merchantId', idOf('merchant')],
        ])}
      </Fields>
    </div>
  )
}

type LineProps = Pick<LineItemDetailsProps, 'line' | 'currency'>

function CustomersDetails({ line, currency }: LineProps) {
  const subItems = readableList(line.subItems)
  const fields = [...boundFields({ line, currency }), ...periodFields(line)]
  return (
    <div className="bg-sunken space-y-4 rounded-md p-4">
      {subItems.length > 0 && <SubItems items={subItems} currency={currency} />}
      <Fields>{fields.filter(({ props }) => isFieldSent(props))}</Fields>
    </div>
  )
}

const boundFields = ({ line, currency }: LineProps) => {
  const money = (amount: typeof line.appliedMinimum) => <Money amount={amount} currency={currency} />
  return fieldsOf(line, [
    ['Minimum applied', 'appliedMinimum', money],
    ['Maximum applied', 'appliedMaximum', money],
  ])
}

const periodFields = (line: InvoiceLineItemView) =>
  fieldsOf(line, [
    ['Starts', 'startDate', instant],
    ['Ends', 'endDate', instant],
  ])

/** Shows "Covers 1 month of a quarterly price" when the subscription's plan names the line's price. */
function CoveredPeriodNote({ line, subscriptionId }: Pick<LineItemDetailsProps, 'line' | 'subscriptionId'>) {
  const { data: intervals = {} } = useQuery({
    ...priceIntervalsQuery(subscriptionId ?? ''),
    enabled: subscriptionId !== null,
  })
  const priceId = readable(line.priceId) ?? readable(line.price?.id) ?? ''
  const interval = Object.hasOwn(intervals, priceId) ? intervals[priceId] : undefined
  const period = unusualPeriod(line, interval)
  return period && <p className="text-muted mt-1 text-sm">{periodLabel(period, interval ?? '')}</p>
}

function periodLabel({ months, days }: CoveredPeriod, interval: string): string {
  const length = [months > 0 && formatCount(months, 'month'), days > 0 && formatCount(days, 'day')]
  const name = interval === 'annually' ? 'an annual' : `a ${cadenceLabel(interval).toLowerCase()}`
  return `Covers ${length.filter(Boolean).join(' and ')} of ${name} price`
}

/** The calculation "3 seats × $12.50 = $37.50", whether it matches the amount, why not, and the rules of the price. */
function LineWorking({ line, check, currency }: Pick<LineItemDetailsProps, 'line' | 'check' | 'currency'>) {
  const { product, difference } = check.arithmetic
  const workings = [amountWorking(line, check, currency), priceWorking(line, check, currency)]
  return (
    <div className="text-sm">
      <div className="foreign">
        <Quantity quantity={line.quantity} labels={line.price?.billable} /> ×{' '}
        <Money amount={line.unitPrice} currency={currency} exact /> ={' '}
        {product === null ? (
          <span className="text-muted">not known</span>
        ) : (
          <Money amount={product} currency={currency} exact />
        )}
      </div>
      {workings.map(({ state, text }) => (
        <p key={text} className="mt-1 flex gap-1.5">
          <VerdictIcon state={state} className="mt-0.5 size-4 shrink-0" />
          <OwnText text={text} className="foreign min-w-0" />
        </p>
      ))}
      <WholeNumbers
        numbers={[readable(line.amount), difference && difference.replace('-', '')]}
        write={(number) => writtenAmount(number, currency)}
      />
    </div>
  )
}

const MAX_SHOWN = 200

const columnsOf = (currency: string | null): Column<SubItemView>[] => [
  { header: 'Name', show: ({ name }) => <OwnText text={name} /> },
  { header: 'Quantity', isFigure: true, show: ({ quantity }) => <Quantity quantity={quantity} /> },
  { header: 'Price', isFigure: true, show: ({ price }) => <Money amount={price} currency={currency} exact /> },
  { header: 'Amount', isFigure: true, show: ({ amount }) => <Money amount={amount} currency={currency} /> },
]

/** The parts of a line, when the API sends them. */
export function SubItems({ items, currency }: { items: SubItemView[]; currency: string | null }) {
  const left = items.length - MAX_SHOWN
  return (
    <div>
      <DataTable
        caption={formatCount(items.length, 'sub item')}
        isCaptionShown
        look="inner"
        columns={columnsOf(currency)}
        rows={items.slice(0, MAX_SHOWN)}
        keyOf={(_, index) => index}
      />
      {left > 0 && <p className="text-muted mt-1 text-xs">{formatCount(left, 'more', 'more')} in the raw JSON</p>}
    </div>
  )
}
