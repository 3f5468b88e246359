import type { Unreadable } from '@/contract/console/reading'
import { isAbsent } from '@/lib/format/unreadable'
import { Absent } from './absent'

interface FlagProps {
  value: boolean | Unreadable | null
  yes?: string
  no?: string
}

/** A yes or no from the API; `yes` and `no` may say what it means. */
export function Flag({ value, yes = 'Yes', no = 'No' }: FlagProps) {
  if (isAbsent(value)) return <Absent value={value} />
  return <>{value ? yes : no}</>
}
