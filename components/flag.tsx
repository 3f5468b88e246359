import { NotSent } from './ui/facts'

/** A yes or no from the API; `yes` and `no` may say what it means. */
export function Flag({ value, yes = 'Yes', no = 'No' }: { value: boolean | null; yes?: string; no?: string }) {
  if (value === null) return <NotSent />
  return <>{value ? yes : no}</>
}
