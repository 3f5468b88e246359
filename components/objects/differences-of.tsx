import { useQuery } from '@tanstack/react-query'
import { ChangedBetween, Difference } from '@/components/money/difference'
import { Section } from '@/components/ui/section'
import type { Difference as Changed } from '@/lib/objects/indexed-objects'
import { operationQuery } from '@/lib/api'

/** Lists what changed in an object in the billing API, as the console noticed it; renders nothing when there are no changes. */
export function DifferencesOf({ kind, id }: Pick<Changed, 'kind' | 'id'>) {
  const { data } = useQuery({ ...operationQuery('listDifferences', { kind, id }), staleTime: 0 })
  if (!data || data.differences.length === 0) return null
  return (
    <Section title="What changed" flush>
      <ul className="divide-y">
        {data.differences.map((difference) => (
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
