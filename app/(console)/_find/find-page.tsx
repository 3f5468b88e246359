import type { ReactNode } from 'react'
import { FindBox } from './find-box'
import type { Destination } from './destination'
import { RecentlyOpened } from './recently-opened'

interface FindPageProps {
  title: string
  /** What to paste, and where to get it. */
  hint: string
  /** Shows only what was opened of this kind. */
  kind?: Destination['kind']
  /** What was asked for, to be corrected in the box. */
  lookedFor?: string
  /** Stands between the box and what was opened recently. */
  children?: ReactNode
}

/** The Find box with what this browser opened recently: the API has no lists, so an id is the way in. */
export function FindPage({ title, hint, kind, lookedFor, children }: FindPageProps) {
  return (
    <div className="space-y-6">
      <div>
        <h1 className="text-2xl font-semibold">{title}</h1>
        <p className="text-muted mt-1 text-sm">{hint}</p>
      </div>
      <FindBox large lookedFor={lookedFor} />
      {children}
      <RecentlyOpened kind={kind} />
    </div>
  )
}
