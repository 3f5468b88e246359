import { useState } from 'react'
import { Expander } from '@/components/ui/expander'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Skeleton } from '@/components/ui/skeleton'
import type { RawReadName } from '@/lib/core/operations'
import type { RawJsonProps } from './raw-json'

/** Reads and shows the response; loaded when it is asked for. */
export const RawJson = lazyWithRetry(
  () => import('./raw-json').then((module) => module.RawJson),
  <Skeleton className="h-24" />,
)

/** The billing API's raw response for a page, loaded on unfold. */
export function RawJsonSection<Name extends RawReadName>(props: RawJsonProps<Name>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Expander summary="Raw JSON, as the billing API sends it" onToggle={(event) => setOpen(event.currentTarget.open)}>
      {isOpen && <RawJson {...props} />}
    </Expander>
  )
}
