import type { Field } from '@/lib/billing-api/view-of'
import { isAbsent } from '@/lib/billing-api/unreadable'
import { Absent } from '@/components/text/absent'

interface FlagProps {
  value: Field<boolean> | null
  yes?: string
  no?: string
}

/** A boolean from the API; `yes` and `no` may state its meaning. */
export function Flag({ value, yes = 'Yes', no = 'No' }: FlagProps) {
  if (isAbsent(value)) return <Absent value={value} />
  return <>{value ? yes : no}</>
}
