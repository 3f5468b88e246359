import type { Field } from '@/contract/console/view-of'
import { isAbsent } from '@/lib/format/unreadable'
import { Absent } from './absent'

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
