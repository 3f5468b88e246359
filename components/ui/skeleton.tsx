import { classNames } from './class-names'

/** A grey bar in the place of text that is on its way. Give it the width and height of what it stands for. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('bg-grey-soft block h-4 animate-pulse rounded', className)} />
}
