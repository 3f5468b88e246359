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

/** Grey rows in place of a list that is being read. */
export const SkeletonRows = ({ rows = 5 }: { rows?: number }) => (
  <div aria-hidden="true" className="divide-y motion-safe:animate-pulse">
    {Array.from({ length: rows }, (_, nth) => (
      <div key={nth} className="flex gap-8 px-4 py-2.5">
        <StillSkeleton className="w-1/4" />
        <StillSkeleton className="w-1/2" />
      </div>
    ))}
  </div>
)
