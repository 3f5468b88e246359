import type { ReactNode } from 'react'
import { FindBox } from './find-box'
import { HomeFind } from './home-find'
import { RecentlyOpened } from './recently-opened'

interface FindPageProps {
  title: string
  /** A hint on which IDs to paste and where to find them. */
  hint: string
  /** The searched text, shown in the box for correction. */
  searchedText?: string
  /** True on Home, where demo data has cards that show what to try. */
  isHome?: boolean
  /** Content between the box and the recents. */
  children?: ReactNode
}

/** The Find box with the pages recently opened in this browser: the API has no lists, so users start with an ID. */
export function FindPage({ title, hint, searchedText, isHome = false, children }: FindPageProps) {
  return (
    <div className="space-y-6">
      <div>
        <h1 className="text-2xl font-semibold">{title}</h1>
        <p className="text-muted mt-1 text-sm">{hint}</p>
      </div>
      {isHome ? <HomeFind /> : <FindBox large searchedText={searchedText} />}
      {children}
      <RecentlyOpened />
    </div>
  )
}
