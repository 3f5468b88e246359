'use client'

import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { customerPath, invoicePath, ledgerPath, subscriptionPath } from '@/lib/browser/paths'

/** A ticket as support gets them; its ID is in the demo data. */
const TICKET = `Hi there,

we were charged again this month, see invoice inv_acme_9, but we no longer use it.
Can you have a look before Friday, 12:30? Thanks!

Jo Berg · Acme, Inc. · +49 30 901820`

interface TryThisProps {
  /** Runs Find on a text. */
  onPaste: (text: string) => void
  /** Moves the focus to the Find box. */
  onFind: () => void
}

/** Six things to do with the demo data, each with one click. */
export function TryThis({ onPaste, onFind }: TryThisProps) {
  return (
    <Section title="Try this">
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <Card title="Paste a ticket" line="Find picks the IDs out of the text" onClick={() => onPaste(TICKET)} />
        <Card
          title="Cancel a subscription"
          line="With the exact end, before you confirm"
          href={subscriptionPath('sub_globex')}
        />
        <Card title="An overdue invoice" line="Who owes what, and why" href={invoicePath('inv_globex_overdue')} />
        <Card
          title="Why did the credits drop?"
          line="The ledger, with its largest drop"
          href={ledgerPath('acme-inc')}
        />
        <Card title="A whole customer" line="Balance, plans, invoices, timeline" href={customerPath('acme-inc')} />
        <Card title="By keyboard" line="Ctrl K leads to Find from every page" onClick={onFind} />
      </ul>
    </Section>
  )
}

interface CardProps {
  title: string
  line: string
  /** A path of the console; alternative to `onClick`. */
  href?: string
  onClick?: () => void
}

function Card({ title, line, href, onClick }: CardProps) {
  const look = 'hover:bg-hover block h-full w-full rounded-lg border px-3 py-2 text-left'
  const content = (
    <>
      <span className="block text-sm font-medium">{title}</span>
      <span className="text-muted block text-xs">{line}</span>
    </>
  )
  return (
    <li>
      {href === undefined ? (
        <button type="button" className={look} onClick={onClick}>
          {content}
        </button>
      ) : (
        <Link href={href} prefetch={false} className={look}>
          {content}
        </Link>
      )}
    </li>
  )
}
