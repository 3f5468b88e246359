'use client'

import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { VisibleMarks } from '@/components/visible-marks'
import type { SavedView, ViewList } from '@/contract/console/views'
import { listPath } from '@/lib/format/paths'
import { useSavedViews } from './saved-views'

interface ViewLinkProps {
  view: SavedView
  className: string
  children?: ReactNode
}

/** Opens the list with the filters of a view. One that no longer fits is text, and says so. */
export function ViewLink({ view: { list, name, query, isMine, owner }, className, children }: ViewLinkProps) {
  const content = (
    <>
      <VisibleMarks>{name}</VisibleMarks>
      {children}
    </>
  )
  const title = isMine ? name : `${name}, shared by ${owner}`
  if (query === null)
    return (
      <span title={title} className={`${className} text-muted`}>
        {content} · no longer fits
      </span>
    )
  return (
    <Link
      href={listPath(list, query)}
      prefetch={false}
      title={title}
      className={className}
      onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
    >
      {content}
    </Link>
  )
}

const MAX_IN_MENU = 5
const MENU_ITEM = 'hover:bg-hover foreign block truncate rounded-md py-1.5 pr-2 pl-8 text-sm xl:py-1 xl:text-xs'

/** The first views of a list, below its link in the menu; Home has all. */
export function ViewsInMenu({ list }: { list: ViewList }) {
  const views = useSavedViews(list)
  if (views.length === 0) return null
  const more = views.length - MAX_IN_MENU
  return (
    <ul aria-label="Views" className="text-muted">
      {views.slice(0, MAX_IN_MENU).map((view) => (
        <li key={view.id}>
          <ViewLink view={view} className={MENU_ITEM} />
        </li>
      ))}
      {more > 0 && (
        <li>
          <Link href="/" className={MENU_ITEM}>
            {more} more on Home
          </Link>
        </li>
      )}
    </ul>
  )
}
