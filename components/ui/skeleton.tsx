import { classNames } from './class-names'

interface SkeletonProps {
  className?: string
}

/** A grey bar in place of loading text. Give it the width and height of that text. */
export const Skeleton = ({ className }: SkeletonProps) => (
  <StillSkeleton className={classNames('motion-safe:animate-pulse', className)} />
)

/** A skeleton without animation, for a table body that pulses as a whole. */
export function StillSkeleton({ className }: SkeletonProps) {
  return <span aria-hidden="true" className={classNames('bg-grey-soft block h-4 rounded', className)} />
}
