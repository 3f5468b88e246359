import type { InvoiceView } from './invoice'
import { usableDate } from '@/lib/time/usable-date'
import { isPayableOrPaid } from './owed-statuses'

/** What the index knows of an invoice. Instants are UTC; null when nothing readable was sent. */
interface Known {
  id: string
  status: string | null
  goneAt: string | null
  issueDate: string | null
  periodEnd: string | null
}

/** Returns the payable or paid invoice before this one, by issue date, else by the end of its period; undefined without one. */
export function previousInvoice<Each extends Known>(
  { id, issueDate }: Pick<InvoiceView, 'id' | 'issueDate'>,
  known: readonly Each[],
): Each | undefined {
  const at = usableDate(issueDate) ?? dateOf(known.find((each) => each.id === id)) ?? ''
  const earlier = known.filter((each) => each.id !== id && isPayableOrPaid(each) && (dateOf(each) ?? at) < at)
  return earlier.toSorted((one, other) => ((dateOf(one) ?? '') < (dateOf(other) ?? '') ? 1 : -1))[0]
}

const dateOf = (invoice: Known | undefined) => usableDate(invoice?.issueDate ?? null) ?? invoice?.periodEnd
