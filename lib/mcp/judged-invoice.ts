import type { InvoiceVerdict } from '@/lib/invoices/finding'
import { isProblem } from '@/lib/invoices/finding-kinds'
import { formatCount } from '@/lib/money/amount'
import { checksLabel, invoiceFindingLabel, reviewedLabels } from '@/lib/invoices/finding-label'
import { checkedInvoices } from '@/lib/objects/server/compared-findings'
import { seenByIds } from '@/lib/objects/server/seen-objects'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { readWithin } from '@/lib/store/console-store'

/** The verdict on an invoice, and its reason in words. */
interface JudgedInvoice {
  verdict: InvoiceVerdict
  findings: string[]
}

const JUDGE_MS = 10_000
const TOO_SLOW = 'The invoice could not be compared in time.'
const MAX_FINDINGS = 20
/** A row that is at most this old has the response that was just read: an unchanged object is not written again. */
const SAME_RESPONSE_MS = 90_000

/**
 * Returns the verdict on an invoice that was just read, compared with the other invoices of the index.
 * @returns null when the index does not have this response
 */
export function judgedInvoice(
  { environment, signal, now }: Pick<OperationContext, 'environment' | 'signal' | 'now'>,
  { id }: { id: string },
): Promise<JudgedInvoice | null> {
  const { source } = environment.index
  return readWithin({ signal, ms: JUDGE_MS, tooSlow: TOO_SLOW }, async (db) => {
    const seen = await seenByIds(db, source, [{ kind: 'invoice', id }])
    const [found] = await checkedInvoices(db, source, seen)
    if (!found || Date.parse(found.invoice.asOf) < now().getTime() - SAME_RESPONSE_MS) return null
    return { verdict: found.verdict, findings: findingsOf(found).slice(0, MAX_FINDINGS) }
  })
}

type CheckedInvoice = Awaited<ReturnType<typeof checkedInvoices>>[number]

const NOT_COMPARED = {
  none: 'Not compared with other invoices',
  some: 'Lines without a price, a period or an amount were not compared with other invoices',
}

/** Returns what people reviewed, the problems, and what could not be checked. */
function findingsOf({ invoice, checked, compared }: CheckedInvoice): string[] {
  if (checked === null) return ['Its lines can’t be checked']
  const { findings, more, checks } = checked
  const label = checksLabel(checks)
  const isWhole = checks.look + checks.unchecked + checks.withoutPriceCheck === 0
  const words = findings.filter(isProblem).map((finding) => invoiceFindingLabel(finding, invoice.currency))
  return [
    ...reviewedLabels(checked),
    ...words,
    ...(more > 0 ? [`${formatCount(more, 'more finding')} of single lines`] : []),
    ...(words.length === 0 && label?.look != null ? [label.look] : []),
    ...(label === null ? ['It has no lines'] : isWhole ? [] : [label.agreement ?? '', label.note]),
    ...(checks.unchecked > 0 ? ['Not checked: a number of the line is missing, unreadable or too long'] : []),
    ...(compared === 'all' ? [] : [NOT_COMPARED[compared]]),
  ].filter(Boolean)
}
