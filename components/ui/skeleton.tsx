import { classNames } from './class-names'

/** A grey bar in place of loading text. Give it the width and height of that text. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('bg-grey-soft block h-4 animate-pulse rounded', className)} />
}
