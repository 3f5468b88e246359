import type { ReactNode } from 'react'
import { classNames } from './class-names'

/** A grid of label and value pairs; holds `Fact`s only. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
      {children}
    </dl>
  )
}

interface FactProps {
  label: string
  note?: ReactNode
  /** Over the whole width of the grid. */
  wide?: boolean
  /** What a person sees on this browser only: it is not for paper. */
  screenOnly?: boolean
  children: ReactNode
}

/** One label with its value, and a muted note below where the value needs a word. */
export function Fact({ label, note, wide = false, screenOnly = false, children }: FactProps) {
  return (
    <div className={classNames('min-w-0', wide && 'col-span-full', screenOnly && 'no-print')}>
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="mt-0.5 min-w-0">
        {children}
        {note && <div className="text-muted mt-0.5 text-xs">{note}</div>}
      </dd>
    </div>
  )
}

/** Stands for a value that was not sent. */
export function NotSent({ children = 'Not sent' }: { children?: ReactNode }) {
  return <span className="text-muted">{children}</span>
}
