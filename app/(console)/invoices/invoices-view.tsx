'use client'

import { type InputOf, listQuery } from '@/lib/api'
import { INVOICE_VERDICTS } from '@/lib/invoices/finding'
import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { Absent } from '@/components/text/absent'
import { useCsvForm } from '@/components/lists/csv-download'
import { InvoiceStatusPill } from '@/components/invoices/invoice-status'
import type { Column } from '@/components/ui/data-table'
import { MenuItem } from '@/components/ui/menu'
import { Money } from '@/components/money/money'
import { EmptyCell } from '@/components/ui/empty-cell'
import { UtcDay } from '@/components/time/utc-day'
import { AGES, type ListedInvoice, NO_DATE } from '@/lib/objects/indexed-objects'
import { readAddress } from '@/lib/core/operation-address'
import { MAX_READ } from '@/lib/reads/reads'
import { invoicePath, printInvoiceMonthPath } from '@/lib/core/paths'
import { daysOverdue, isChargedStatus } from '@/lib/invoices/owed-statuses'
import { isReviewed } from '@/lib/invoices/finding-review'
import { formatNumber, shortName } from '@/lib/money/amount'
import { CHECK_VERDICT_NAMES, INVOICE_STATUS_NAMES } from '@/lib/objects/status-names'
import { UNKNOWN } from '@/lib/billing-api/unreadable'
import { useExport } from '@/components/lists/use-export'
import { FilterChoice, FilterMonth, FilterText } from '@/components/lists/filter-fields'
import { FIRST_PAGE, type ListSearchChange, NO_LIST_SEARCH, withoutPage } from '@/components/lists/list-search'
import { GoneSince } from '@/components/lists/gone-since'
import { InvoiceProblems, NameCell, TextCell, VerdictPill } from '@/components/lists/list-cells'
import { type FilterChip, readField } from '@/components/lists/list-filters'
import { ListPage } from '@/components/lists/list-page'
import { AGE_NAMES, InvoiceSums } from './invoice-sums'
import { invoicesInput, invoicesSearchParams } from './list-search-params'

const STATUSES = Object.entries(INVOICE_STATUS_NAMES)
type InvoicesSort = InputOf<'listInvoices'>['sort']

/** @param readAt when the list was read */
const columnsAt = (readAt: string): Column<ListedInvoice, InvoicesSort>[] => [
  {
    header: 'Invoice',
    show: (invoice) => (
      <NameCell
        kind="invoice"
        path={invoicePath(invoice.id)}
        name={invoice.number === null ? null : `Invoice ${shortName(invoice.number)}`}
        id={invoice.id}
        asOf={invoice.asOf}
        readAt={readAt}
        status={<Status {...invoice} at={readAt} />}
      >
        <InvoiceProblems invoice={invoice} />
      </NameCell>
    ),
  },
  {
    header: 'Status',
    width: '12rem',
    isWide: true,
    show: (invoice) => <Status {...invoice} at={readAt} />,
  },
  {
    header: 'Verdict',
    width: '10rem',
    isWide: '47rem',
    show: ({ verdict, checked }) => (
      <VerdictPill verdict={verdict} reviewed={checked?.findings.filter(isReviewed).length ?? 0} />
    ),
  },
  {
    header: 'Total',
    width: '7.5rem',
    isFigure: true,
    show: ({ total, currency }) =>
      total === null ? <Absent value={undefined}>{UNKNOWN}</Absent> : <Money amount={total} currency={currency} />,
  },
  { header: 'Due', width: '7.5rem', isFigure: true, isWide: '47rem', show: (invoice) => <Due {...invoice} /> },
  {
    header: 'Due date, UTC',
    sort: 'due',
    width: '7rem',
    isWide: true,
    show: ({ dueDate }) =>
      dueDate === null ? <EmptyCell label="No due date" /> : <UtcDay iso={dueDate} name="due date" dense />,
  },
  { header: 'Customer ID', isWide: '47rem', show: ({ customerId }) => <TextCell text={customerId} isId /> },
]

function Due({ status, goneAt, chain, currency }: ListedInvoice) {
  if (goneAt !== null || !isChargedStatus(status)) return <EmptyCell label="Not charged" />
  return chain === null ? (
    <Absent value={undefined}>{UNKNOWN}</Absent>
  ) : (
    <Money amount={chain.due} currency={currency} />
  )
}

/** The status; the due day has a column of its own. */
function Status({ goneAt, status, total, owed, dueDate, at }: ListedInvoice & { at: string }) {
  if (goneAt !== null) return <GoneSince goneAt={goneAt} />
  const sent = { status: status ?? undefined, total: owed ?? total, dueDate, at }
  return <InvoiceStatusPill {...sent} withDate={daysOverdue(sent, at) > 0} />
}

const DUE_FIRST = { sort: 'due', order: 'asc' } as const
const FILTERS = ['text', 'status', 'due', 'issued', 'plan', 'verdict', 'changed', 'run'] as const
const NO_DUE = { due: null, sort: null, order: null }
const NO_SEARCH = { ...NO_LIST_SEARCH, due: null, issued: null, plan: null, verdict: null, changed: null, sort: null }

/** The list of indexed invoices. */
export function InvoicesView() {
  const [search, setSearch] = useQueryStates(invoicesSearchParams, { history: 'push' })
  const input = invoicesInput(search)
  const read = useQuery(listQuery('listInvoices', input))
  type Filter = ListSearchChange<typeof search>
  const show = (filter: Filter) => void setSearch({ ...filter, ...FIRST_PAGE })
  const chip = (label: string, isOn: boolean, filter: Filter, off: Filter): FilterChip => ({
    label,
    isOn,
    onToggle: () => show(isOn ? off : filter),
  })
  const dueChip = (label: string, due: typeof search.due, order?: typeof DUE_FIRST) =>
    chip(label, search.due === due, { ...NO_DUE, due, ...order }, NO_DUE)
  const age = AGES.find((each) => each === search.due)
  const isFiltered = FILTERS.some((name) => search[name] !== null)
  const [chosenForm] = useCsvForm()
  const csvForm = chosenForm === 'excel' ? chosenForm : undefined
  const lines = useExport('invoices', (form, exportId) =>
    readAddress('exportInvoiceLines', { ...withoutPage(input), form, exportId }),
  )
  const hasRows = (read.data?.count ?? 0) > 0
  const isTooLong = (read.data?.count ?? 0) > MAX_READ
  return (
    <ListPage
      heading="Invoices"
      read={read}
      columnsAt={columnsAt}
      reads={{
        list: { kind: 'invoice', invoices: withoutPage(input) },
        onRun: (run) => show({ ...NO_SEARCH, run }),
      }}
      menuItems={
        hasRows && (
          <>
            <MenuItem
              label="Print month"
              description={
                search.issued === null
                  ? 'Choose a month of issue first'
                  : `All invoices issued in ${search.issued}, with sums and what is missing`
              }
              {...(search.issued === null ? { disabled: true } : { href: printInvoiceMonthPath(search.issued) })}
              isFile
            />
            <MenuItem
              label="Export findings"
              description="A row for each finding"
              href={readAddress('exportInvoices', { ...withoutPage(input), columns: 'findings', form: csvForm })}
              isFile
            />
            <MenuItem
              label="Export lines"
              description={
                isTooLong
                  ? `Filter to ${formatNumber(MAX_READ)} or fewer`
                  : 'A row for each line; each invoice is read again'
              }
              disabled={isTooLong}
              onSelect={() => lines.start(csvForm)}
            />
          </>
        )
      }
      exportAddressOf={(form) => readAddress('exportInvoices', { ...withoutPage(input), form })}
      search={search}
      sort={search.sort}
      isFiltered={isFiltered}
      onSearch={(wanted, form) =>
        void setSearch({
          ...wanted,
          ...(form && {
            // An empty month keeps the filter of the chip.
            issued: readField(form, 'issued') ?? (search.issued === NO_DATE ? NO_DATE : null),
            plan: readField(form, 'plan'),
            verdict: INVOICE_VERDICTS.find((verdict) => verdict === readField(form, 'verdict')) ?? null,
          }),
        })
      }
      onSort={(sort, order) => show({ sort, order })}
      onClear={() => show(NO_SEARCH)}
      filters={{
        textLabel: 'Number, ID or customer ID',
        statuses: STATUSES,
        chips: [
          chip('Needs a look', search.verdict === 'look', { verdict: 'look' }, { verdict: null }),
          dueChip('Overdue', 'overdue', DUE_FIRST),
          ...(age ? [dueChip(AGE_NAMES[age], age)] : []),
          dueChip('Payment failed', 'failed'),
          dueChip('To be confirmed', 'unconfirmed'),
          chip('No issue date', search.issued === NO_DATE, { issued: NO_DATE }, { issued: null }),
          chip('Changed since you looked', search.changed !== null, { changed: 'unseen' }, { changed: null }),
        ],
        fields: (
          <>
            <FilterChoice isLabelHidden label="Verdict" name="verdict" value={search.verdict} all="Any verdict">
              {INVOICE_VERDICTS.map((verdict) => (
                <option key={verdict} value={verdict}>
                  {CHECK_VERDICT_NAMES[verdict]}
                </option>
              ))}
            </FilterChoice>
            <FilterText isLive isLabelHidden label="Plan" name="plan" value={search.plan} placeholder="Plan" />
            <FilterMonth label="Issued, UTC" name="issued" value={search.issued === NO_DATE ? null : search.issued} />
          </>
        ),
      }}
    >
      {lines.progress}
      <InvoiceSums input={withoutPage(input)} isFiltered={isFiltered} onAge={(of) => show({ due: of, ...DUE_FIRST })} />
    </ListPage>
  )
}
