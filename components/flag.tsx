import type { Unreadable } from '@/contract/console/reading'
import { isAbsent } from '@/lib/format/unreadable'
import { Absent } from './absent'

interface FlagProps {
  value: boolean | Unreadable | null
  yes?: string
  no?: string
}

/** A boolean from the API; `yes` and `no` may state its meaning. */
export function Flag({ value, yes = 'Yes', no = 'No' }: FlagProps) {
  if (isAbsent(value)) return <Absent value={value} />
  return <>{value ? yes : no}</>
}
