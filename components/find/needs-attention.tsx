import { ChevronRight } from 'lucide-react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { type Attention, MAX_COUNTED } from '@/lib/objects/indexed-objects'
import { formatCount, formatMoney, formatNumber } from '@/lib/money/amount'

/** The elements of Home with lists of changes. */
export const UNRESOLVED_ID = 'unresolved-changes'
export const TO_APPROVE_ID = 'to-approve'

const DOTS = { red: 'bg-red', yellow: 'bg-yellow', blue: 'bg-blue' }

interface Item {
  tone: keyof typeof DOTS
  text: string
  detail?: string
  href: string
}

interface NeedsAttentionProps {
  /** Null when it could not be read. */
  attention: Attention | null
  /** The number of unresolved changes. */
  unresolved: number
  /** The number of proposals of others that the user may approve. */
  toApprove: number
}

/** What needs attention, each as a link to its list. Renders nothing when nothing does. */
export function NeedsAttention({ attention, ...changes }: NeedsAttentionProps) {
  const items = itemsOf(attention, changes)
  if (items.length === 0 && attention !== null) return null
  return (
    <Section title="Needs attention" flush>
      {attention === null && (
        <p className="text-muted px-4 py-2.5 text-sm">
          Invoices and subscriptions could not be checked. Reload to retry.
        </p>
      )}
      {items.length > 0 && (
        <ul className="divide-y">
          {items.map((item) => (
            <li key={item.href}>
              <AttentionLink {...item} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function AttentionLink({ tone, text, detail, href }: Item) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="hover:bg-hover flex min-h-10 items-center gap-2.5 px-4 py-2 text-sm -outline-offset-2"
    >
      <span aria-hidden="true" className={classNames('size-2 shrink-0 rounded-full', DOTS[tone])} />
      <span className="flex min-w-0 flex-wrap gap-x-3">
        <span className="font-medium">{text}</span>
        {detail !== undefined && <span className="text-muted tabular-nums">{detail}</span>}
      </span>
      <ChevronRight aria-hidden="true" className="text-muted ml-auto size-4 shrink-0" />
    </Link>
  )
}

function itemsOf(attention: Attention | null, changes: Omit<NeedsAttentionProps, 'attention'>): Item[] {
  const all: (Item & { count: number })[] = []
  const add = (count: number, words: [one: string, many: string], item: Omit<Item, 'text'>) =>
    all.push({ ...item, count, text: count < MAX_COUNTED ? formatCount(count, ...words) : moreThanCounted(words[1]) })
  if (attention !== null) {
    const { overdue, failedPayments, paymentsToConfirm } = attention
    add(sumOf(overdue, 'count'), ['overdue invoice', 'overdue invoices'], {
      tone: 'red',
      detail: overdueDetail(overdue),
      href: '/invoices?due=overdue&sort=due&order=asc',
    })
    add(failedPayments, ['failed payment', 'failed payments'], { tone: 'red', href: '/invoices?due=failed' })
    add(paymentsToConfirm, ['payment to be confirmed', 'payments to be confirmed'], {
      tone: 'red',
      href: '/invoices?due=unconfirmed',
    })
  }
  const { unresolved, toApprove } = changes
  add(toApprove, ['change to approve', 'changes to approve'], { tone: 'yellow', href: `#${TO_APPROVE_ID}` })
  add(unresolved, ['unresolved change', 'unresolved changes'], { tone: 'yellow', href: `#${UNRESOLVED_ID}` })
  if (attention !== null) {
    const { endingSoon, changedInvoices, changedSubscriptions } = attention
    add(endingSoon, ['subscription ends within 14 days', 'subscriptions end within 14 days'], {
      tone: 'yellow',
      href: '/subscriptions?end=soon&sort=end&order=asc',
    })
    add(changedSubscriptions, ['subscription changed since you looked', 'subscriptions changed since you looked'], {
      tone: 'blue',
      href: '/subscriptions?changed=unseen',
    })
    add(changedInvoices, ['invoice changed since you looked', 'invoices changed since you looked'], {
      tone: 'blue',
      href: '/invoices?changed=unseen',
    })
  }
  return all.filter(({ count }) => count > 0)
}

const moreThanCounted = (many: string) => `${formatNumber(MAX_COUNTED)} or more ${many}`

const sumOf = (sums: Attention['overdue'], field: 'count' | 'unknown') =>
  sums.reduce((sum, each) => sum + each[field], 0)

/** Returns "$19,052.27 · €300.00 · 1 of unknown total". */
function overdueDetail(sums: Attention['overdue']): string {
  const parts = sums.flatMap(({ currency, total }) => {
    if (total === null) return []
    return currency === null ? `${formatMoney(total, null)} of unknown currency` : formatMoney(total, currency)
  })
  const unknown = sumOf(sums, 'unknown')
  return [...parts, ...(unknown > 0 ? [`${formatNumber(unknown)} of unknown total`] : [])].join(' · ')
}
