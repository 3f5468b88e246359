import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { LazyRunningReads } from '@/components/lists/lazy-running-reads'
import type { ChangePage } from '@/lib/changes/change'
import { OWN_CHANGES_PATH } from '@/lib/core/paths'
import { type Attention, MAX_COUNTED } from '@/lib/objects/indexed-objects'
import { formatCount, formatMoney, formatNumber } from '@/lib/money/amount'

const DOTS = { red: 'bg-red', yellow: 'bg-yellow', blue: 'bg-blue' }

interface Item {
  tone: keyof typeof DOTS
  text: string
  detail?: string | undefined
  href: string
}

interface NeedsAttentionProps {
  /** Null when it could not be read. */
  attention: Attention | null
  /** The user's own proposals that wait, or were decided within three days; null when they could not be read. */
  proposals: ChangePage | null
  /** The lists of changes, which render nothing when they are empty. */
  children: ReactNode
}

/** What needs attention, each as a link to its list. Not displayed when nothing does. */
export function NeedsAttention({ attention, proposals, children }: NeedsAttentionProps) {
  const items = [...(attention === null ? [] : itemsOf(attention)), ...proposalItems(proposals)]
  return (
    // The lists fill and empty by themselves. An outcome's dialog stays.
    <div className="not-has-[li,p,dialog]:hidden">
      <Section title="Needs attention" flush>
        <LazyRunningReads />
        {attention === null && (
          <p className="text-muted px-4 py-2.5 text-sm">
            Invoices and subscriptions could not be checked. Reload to retry.
          </p>
        )}
        {items.length > 0 && (
          <ul className="grid py-1 sm:grid-cols-2 xl:grid-cols-3">
            {items.map((item) => (
              <li key={item.href}>
                <AttentionLink {...item} />
              </li>
            ))}
          </ul>
        )}
        {children}
      </Section>
    </div>
  )
}

function AttentionLink({ tone, text, detail, href }: Item) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="hover:bg-hover flex h-full min-h-10 items-center gap-2.5 px-4 py-1.5 text-sm -outline-offset-2"
    >
      <span aria-hidden="true" className={classNames('size-2 shrink-0 rounded-full', DOTS[tone])} />
      <span className="min-w-0">
        <span className="font-medium">{text}</span>
        {detail !== undefined && <span className="text-muted block text-xs tabular-nums">{detail}</span>}
      </span>
      <ChevronRight aria-hidden="true" className="text-muted ml-auto size-4 shrink-0" />
    </Link>
  )
}

function itemsOf(attention: Attention): Item[] {
  const all: (Item & { count: number })[] = []
  const add = (count: number, words: [one: string, many: string], item: Omit<Item, 'text'>) =>
    all.push({ ...item, count, text: count < MAX_COUNTED ? formatCount(count, ...words) : moreThanCounted(words[1]) })
  const { overdue, failedPayments, paymentsToConfirm, endingSoon, changedSubscriptions, changedInvoices } = attention
  const overdueCount = sumOf(overdue, 'count')
  // Their lists have those of the lines above too.
  const other = overdueCount > 0 ? 'other ' : ''
  const otherInvoice = overdueCount + failedPayments + paymentsToConfirm > 0 ? 'other ' : ''
  add(overdueCount, ['overdue invoice', 'overdue invoices'], {
    tone: 'red',
    detail: overdueDetail(overdue),
    href: '/invoices?due=overdue&sort=due&order=asc',
  })
  add(failedPayments, [`${other}failed payment`, `${other}failed payments`], {
    tone: 'red',
    href: '/invoices?due=failed',
  })
  add(paymentsToConfirm, [`${other}payment to be confirmed`, `${other}payments to be confirmed`], {
    tone: 'red',
    href: '/invoices?due=unconfirmed',
  })
  add(endingSoon, ['subscription ends within 14 days', 'subscriptions end within 14 days'], {
    tone: 'yellow',
    href: '/subscriptions?end=soon&sort=end&order=asc',
  })
  add(changedSubscriptions, ['subscription changed since you looked', 'subscriptions changed since you looked'], {
    tone: 'blue',
    href: '/subscriptions?changed=unseen',
  })
  add(
    changedInvoices,
    [`${otherInvoice}invoice changed since you looked`, `${otherInvoice}invoices changed since you looked`],
    {
      tone: 'blue',
      href: '/invoices?changed=unseen',
    },
  )
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

/** Returns one line of all proposals: "3 proposals of yours", "1 waiting · 2 decided". */
function proposalItems(proposals: ChangePage | null): Item[] {
  if (proposals === null || proposals.count === 0) return []
  const { changes, count } = proposals
  const waiting = changes.filter(({ state }) => state === 'PROPOSED').length
  const decided = changes.length - waiting
  const parts = [waiting > 0 && `${waiting} waiting`, decided > 0 && `${decided} decided`].filter(Boolean)
  return [
    {
      tone: 'blue',
      text: formatCount(count, 'proposal of yours', 'proposals of yours'),
      // Of more than a page, the others are not known.
      detail: changes.length === count ? parts.join(' · ') : undefined,
      href: OWN_CHANGES_PATH,
    },
  ]
}
