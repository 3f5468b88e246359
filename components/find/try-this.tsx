import { type RefObject, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { balancePath, customerPath, invoicePath, subscriptionPath } from '@/lib/core/paths'
import { useSignedIn } from '@/components/page/signed-in'
import { keepTypedFor } from '@/lib/core/typed'
import { preferenceCookie, TRY_THIS_COOKIE } from '@/lib/text/preferences'
import type { FindBoxHandle } from './find-box'
import { SAMPLE_TICKET } from './sample-ticket'

const TO_CANCEL = 'sub_globex'
const BY_KEYBOARD = 'inv_globex_paid'

/** Six things to do with the demo data, each with one click, until they are dismissed. */
export function TryThis({ box }: { box: RefObject<FindBoxHandle | null> }) {
  const [isDismissed, setDismissed] = useState(false)
  const { name } = useSignedIn()
  const dismiss = () => {
    document.cookie = preferenceCookie(TRY_THIS_COOKIE, 'dismissed')
    setDismissed(true)
  }
  const openDialog = () => {
    keepTypedFor(subscriptionPath(TO_CANCEL), { who: name, fields: { action: 'cancel', id: TO_CANCEL } })
  }
  if (isDismissed) return null
  return (
    <Section
      title="Try this"
      aside={
        <Button variant="ghost" small onClick={dismiss}>
          Dismiss
        </Button>
      }
    >
      <ul className="-mx-2 -my-1.5 grid gap-x-3 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        <Card
          title="Paste a ticket"
          line="Find picks the IDs out of the text"
          onClick={() => box.current?.search(SAMPLE_TICKET, true)}
        />
        <Card
          title="Cancel a subscription"
          line="With the exact end, before you confirm"
          href={subscriptionPath(TO_CANCEL)}
          onNavigate={openDialog}
        />
        <Card title="An overdue invoice" line="Who owes what, and why" href={invoicePath('inv_globex_overdue')} />
        <Card
          title="Why did the credits drop?"
          line="The ledger, with its largest drop"
          href={balancePath('acme-inc')}
        />
        <Card title="A whole customer" line="Balance, plans, invoices, timeline" href={customerPath('acme-inc')} />
        <Card
          title="By keyboard"
          line="Puts an ID into Find: Enter opens it, Ctrl K comes back"
          onClick={() => box.current?.fill(BY_KEYBOARD)}
        />
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
  /** Called when the link is followed. */
  onNavigate?: () => void
}

function Card({ title, line, href, onClick, onNavigate }: CardProps) {
  const look = 'hover:bg-hover block h-full w-full rounded-md px-2 py-1.5 text-left'
  const content = (
    <>
      <span className="text-accent block text-sm font-medium">{title}</span>
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
        <Link href={href} prefetch={false} onNavigate={onNavigate} className={look}>
          {content}
        </Link>
      )}
    </li>
  )
}
