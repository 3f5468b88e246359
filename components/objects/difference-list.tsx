'use client'

import { ChangedBetween, Difference } from '@/components/money/difference'
import { Section } from '@/components/ui/section'
import type { Difference as Changed } from '@/lib/objects/indexed-objects'

/** What changed in the billing API in the object of the page, as the console noticed it. */
export function DifferenceList({ differences }: { differences: readonly Changed[] }) {
  return (
    <Section title="What changed" flush>
      <ul className="divide-y">
        {differences.map((difference) => (
          <li key={`${difference.field} ${difference.afterAt}`} className="px-4 py-2.5 text-sm">
            <Difference difference={difference} />
            <span className="text-muted block text-xs">
              <ChangedBetween beforeAt={difference.beforeAt} afterAt={difference.afterAt} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
