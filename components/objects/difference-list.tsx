'use client'

import { ChangedBetween, Difference } from '@/components/money/difference'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { Difference as Changed } from '@/lib/objects/indexed-objects'
import { invoicePath, subscriptionPath } from '@/lib/core/paths'
import { shortName } from '@/lib/money/amount'

interface DifferenceListProps {
  title: string
  differences: readonly Changed[]
  /** True on the page of the object that changed: it is not named again. */
  isOfPage?: boolean
}

/** What changed in the billing API, as the console noticed it. */
export function DifferenceList({ title, differences, isOfPage = false }: DifferenceListProps) {
  return (
    <Section title={title} flush>
      <ul className="divide-y">
        {differences.map((difference) => (
          <li
            key={`${difference.kind} ${difference.id} ${difference.field} ${difference.afterAt}`}
            className="px-4 py-2.5 text-sm"
          >
            {!isOfPage && <NamedObject difference={difference} />} <Difference difference={difference} />
            <span className="text-muted block text-xs">
              <ChangedBetween beforeAt={difference.beforeAt} afterAt={difference.afterAt} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function NamedObject({ difference: { kind, id, name } }: { difference: Changed }) {
  const label = kind === 'invoice' && name !== null ? `Invoice ${shortName(name)}` : (name ?? id)
  return (
    <>
      <Link
        href={kind === 'invoice' ? invoicePath(id) : subscriptionPath(id)}
        prefetch={false}
        className="foreign text-accent font-medium hover:underline"
      >
        <VisibleMarks>{label}</VisibleMarks>
      </Link>{' '}
      {label !== id && (
        <span className="opaque text-muted text-xs">
          <VisibleMarks>{id}</VisibleMarks>
        </span>
      )}
    </>
  )
}
