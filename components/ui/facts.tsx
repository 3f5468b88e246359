import type { ReactNode } from 'react'
import { classNames } from './class-names'

/** A grid of label and value pairs; takes `Fact`s only. */
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
  /** Takes the whole width of the grid. */
  wide?: boolean
  /** True for facts that depend on what the team has seen: they do not print. */
  screenOnly?: boolean
  children: ReactNode
}

/** One label with its value, and a muted note below the value. */
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

/** The placeholder of a value that was not sent. */
export function NotSent({ children = 'Not sent' }: { children?: ReactNode }) {
  return <span className="text-muted">{children}</span>
}
