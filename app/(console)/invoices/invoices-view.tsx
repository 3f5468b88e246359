'use client'

import { listQuery } from '@/lib/api'
import { useQuery } from '@tanstack/react-query'
import { useCsvForm } from '@/components/lists/csv-download'
import { Money } from '@/components/money/money'
import { EmptyCell } from '@/components/ui/empty-cell'
import { MenuItem } from '@/components/ui/menu'
import { type ListedInvoice, NO_DATE } from '@/lib/objects/indexed-objects'
import { readAddress } from '@/lib/core/operation-address'
import { MAX_READ } from '@/lib/reads/reads'
import { isChargedStatus } from '@/lib/invoices/owed-statuses'
import { formatNumber } from '@/lib/money/amount'
import { printInvoiceMonthPath } from '@/lib/core/paths'
import { UNKNOWN } from '@/lib/billing-api/unreadable'
import { listColumns, VerdictPill } from '@/components/lists/list-cells'
import { ListPage } from '@/components/lists/list-page'
import { useList } from '@/components/lists/use-list'
import { InvoiceSums } from './invoice-sums'

const columnsAt = listColumns<ListedInvoice>('invoices', {
  chain: (invoice) => <Due {...invoice} />,
  verdict: (invoice) => <VerdictPill {...invoice} />,
})

function Due({ status, goneAt, chain, currency }: ListedInvoice) {
  if (goneAt !== null || !isChargedStatus(status)) return <EmptyCell label="Not charged" />
  return <Money amount={chain?.due ?? null} currency={currency} missing={UNKNOWN} />
}

/** The list of indexed invoices. */
export function InvoicesView() {
  const list = useList('invoices')
  const read = useQuery(listQuery('listInvoices', list.input))
  const { issued = null } = list.search
  const month = issued === NO_DATE ? null : issued
  const { form } = useCsvForm()
  const count = read.data?.count ?? 0
  const isTooLong = count > MAX_READ
  return (
    <ListPage
      list={list}
      read={read}
      columnsAt={columnsAt}
      sums={
        <InvoiceSums
          input={list.filters}
          isFiltered={list.isFiltered}
          onAge={(due) => list.change({ due, sort: 'due', order: 'asc' })}
        />
      }
      menuItems={
        count > 0 && (
          <>
            <MenuItem
              label="Print month"
              description={
                month === null
                  ? 'Choose a month of issue first'
                  : `All invoices issued in ${month}, with sums and what is missing`
              }
              {...(month === null ? { disabled: true } : { href: printInvoiceMonthPath(month) })}
              isFile
            />
            <MenuItem
              label="Export findings"
              description="A row for each finding"
              href={readAddress('exportInvoices', { ...list.filters, columns: 'findings', form })}
              isFile
            />
            <MenuItem
              label="Export lines"
              description={
                isTooLong
                  ? `Filter to ${formatNumber(MAX_READ)} or fewer`
                  : 'A row for each line; each invoice is read again'
              }
              {...(isTooLong
                ? { disabled: true }
                : { href: readAddress('exportInvoiceLines', { ...list.filters, form }) })}
              isFile
            />
          </>
        )
      }
    />
  )
}
