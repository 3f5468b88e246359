import type { CustomerInvoice } from './customer'
import type { InvoiceFinding } from '@/lib/invoices/finding'
import { isProblem } from '@/lib/invoices/finding-kinds'
import { isPayableOrPaid } from '@/lib/invoices/owed-statuses'
import { nameInSentence } from '@/lib/text/bidi'
import type { Sentences } from '@/lib/text/english'
import { periodLastMoment } from '@/lib/time/end'
import { isUsableDate } from '@/lib/time/usable-date'

type ComparedInvoice = Pick<CustomerInvoice, 'id' | 'status' | 'goneAt' | 'subscriptionId' | 'checked' | 'compared'>

/**
 * Returns what to tell a customer who asks whether an invoice charges something twice: what the checks found, or that it was compared
 * with other invoices of the subscription. Null when not all of its charges could be compared with any, when its findings are not all
 * listed, and for what is not certain, such as overlapping charges that differ.
 * @param known the customer's invoices, as last read
 */
export function chargedTwiceReply(invoiceId: string, known: readonly ComparedInvoice[], say: Sentences): string | null {
  const isCompared = (invoice: ComparedInvoice) => isPayableOrPaid(invoice) && invoice.compared === 'all'
  const invoice = known.find(({ id }) => id === invoiceId)
  if (!invoice || invoice.checked === null || invoice.subscriptionId === null || !isPayableOrPaid(invoice)) return null
  const { findings, more } = invoice.checked
  const twice = findings.filter(isAboutTwice)
  const charged = twice.find(isCertain)
  if (charged) return charged.kind === 'sameLine' ? say.isTwiceOnInvoice : alsoCharged(charged, say)
  if (twice.length > 0 || more > 0 || !isCompared(invoice)) return null
  const hasOthers = known.some(
    (each) => each.id !== invoiceId && each.subscriptionId === invoice.subscriptionId && isCompared(each),
  )
  return hasOthers ? say.nothingTwice : null
}

type SameCharge = Extract<InvoiceFinding, { kind: 'sameCharge' }>
type TwiceFinding = SameCharge | Extract<InvoiceFinding, { kind: 'sameLine' }>

const isAboutTwice = (finding: InvoiceFinding) => finding.kind === 'sameCharge' || finding.kind === 'sameLine'

/** Charges of one line twice in overlapping periods may be two charges. */
const isCertain = (finding: TwiceFinding) =>
  isProblem(finding) && finding.isCredit !== true && !(finding.kind === 'sameLine' && finding.period === 'overlaps')

function alsoCharged({ other, name, start, end, isChargedOnce }: SameCharge, say: Sentences): string {
  const hasDays = isChargedOnce !== true && isUsableDate(start) && isUsableDate(end)
  return say.alsoCharged({
    name: nameInSentence(name),
    days: hasDays ? say.span({ from: start.slice(0, 10), to: periodLastMoment(start, end).slice(0, 10) }) : null,
    // A number that several invoices have names none of them.
    number: other.isNumberShared === true ? null : nameInSentence(other.number),
  })
}
