'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { Absent } from '@/components/absent'
import { InvoiceStatusPill } from '@/components/invoice-status'
import type { Column } from '@/components/ui/data-table'
import { Instant } from '@/components/instant'
import { Money } from '@/components/money'
import { UtcDay } from '@/components/utc-day'
import type { ListedInvoice } from '@/contract/console/indexed-objects'
import { readAddress } from '@/lib/browser/operation'
import { invoicePath } from '@/lib/browser/paths'
import { shortName } from '@/lib/format/amount'
import { INVOICE_STATUS_NAMES } from '@/lib/format/status-names'
import { UNKNOWN } from '@/lib/format/unreadable'
import { listQuery } from '@/lib/queries/operation-query'
import { FIRST_PAGE, NO_LIST_SEARCH, withoutPage } from '../_lists/list-search'
import { GoneSince, InvoiceProblems, NameCell, TextCell } from '../_lists/list-cells'
import { ListPage } from '../_lists/list-page'
import { invoicesInput, invoicesSearchParams } from './list-search-params'

const STATUSES = Object.entries(INVOICE_STATUS_NAMES)
/** @param readAt when the list was read */
const columnsAt = (readAt: string): Column<ListedInvoice, 'seen' | 'due'>[] => [
  {
    header: 'Invoice',
    show: (invoice) => (
      <>
        <NameCell
          path={invoicePath(invoice.id)}
          name={invoice.number === null ? null : `Invoice ${shortName(invoice.number)}`}
          id={invoice.id}
          asOf={invoice.asOf}
        />
        <InvoiceProblems invoice={invoice} />
      </>
    ),
  },
  {
    header: 'Status',
    width: '15.5rem',
    show: ({ goneAt, status, total, dueDate }) =>
      goneAt === null ? (
        <InvoiceStatusPill status={status ?? undefined} total={total} dueDate={dueDate} at={readAt} />
      ) : (
        <GoneSince goneAt={goneAt} />
      ),
  },
  {
    header: 'Total',
    width: '9rem',
    isFigure: true,
    show: ({ total, currency }) =>
      total === null ? <Absent value={undefined}>{UNKNOWN}</Absent> : <Money amount={total} currency={currency} />,
  },
  {
    header: 'Due, UTC',
    sort: 'due',
    width: '8rem',
    isWide: true,
    show: ({ dueDate }) => <UtcDay iso={dueDate} missing="No due date" name="due date" dense />,
  },
  { header: 'Customer ID', isWide: true, show: ({ customerId }) => <TextCell text={customerId} isId /> },
  { header: 'As of', sort: 'seen', width: '10rem', isWide: true, show: ({ asOf }) => <Instant iso={asOf} dense /> },
]

/** The list of indexed invoices. */
export function InvoicesView() {
  const [search, setSearch] = useQueryStates(invoicesSearchParams, { history: 'push' })
  const input = invoicesInput(search)
  const read = useQuery(listQuery('listInvoices', input))
  const clear = () => void setSearch({ ...NO_LIST_SEARCH, due: null, sort: null })
  const isFiltered = search.text !== null || search.status !== null || search.due !== null
  return (
    <ListPage
      heading="Invoices"
      hint="Paste an invoice ID or type an invoice number, and press Enter."
      read={read}
      columnsAt={columnsAt}
      exportAddressOf={(form) => readAddress('exportInvoices', { ...withoutPage(input), form })}
      search={search}
      sort={search.sort}
      isFiltered={isFiltered}
      onSearch={(wanted) => void setSearch(wanted)}
      onSort={(sort, order) => void setSearch({ sort, order, ...FIRST_PAGE })}
      onClear={clear}
      filters={{
        textLabel: 'Number, ID or customer ID',
        statuses: STATUSES,
        quick: {
          label: 'Overdue',
          isOn: search.due !== null,
          onToggle: () =>
            void setSearch(
              search.due === null
                ? { ...NO_LIST_SEARCH, due: 'overdue', sort: 'due', order: 'asc' }
                : { ...NO_LIST_SEARCH, due: null, sort: null },
            ),
        },
      }}
    />
  )
}
