'use client'

import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { VisibleMarks } from '@/components/visible-marks'
import type { SavedView, ViewList, ViewQuery } from '@/contract/console/views'
import { useMay } from '@/lib/browser/signed-in'
import { useSavedViews } from './saved-views'

/** The list of a page, with the filters and the order in its address. */
export interface ViewedList {
  list: ViewList
  filters: Readonly<Record<string, string | null | undefined>>
}

/** Returns the filters that are set, as a view keeps them. */
export const queryOf = (filters: ViewedList['filters']): ViewQuery =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value == null ? [] : [[name, value]])))

/** True when a view has exactly these filters. */
export function hasFilters({ query }: SavedView, filters: ViewedList['filters']): boolean {
  const wanted = Object.entries(queryOf(filters))
  return (
    query !== null &&
    Object.keys(query).length === wanted.length &&
    wanted.every(([name, value]) => query[name] === value)
  )
}

const useShownView = ({ list, filters }: ViewedList) => useSavedViews(list).find((view) => hasFilters(view, filters))

/** The name of the view that the list shows, below its heading; nothing for other filters. */
export function ShownView(viewed: ViewedList) {
  const view = useShownView(viewed)
  if (!view) return null
  return (
    <p className="mt-1 flex items-baseline gap-1.5 text-sm">
      <Bookmark aria-hidden="true" className="text-muted size-3.5 shrink-0 self-center" />
      <span className="min-w-0">
        <span className="sr-only">View: </span>
        <span className="foreign font-medium">
          <VisibleMarks>{view.name}</VisibleMarks>
        </span>{' '}
        {view.isShared && (
          <span className="text-muted text-xs">
            {view.isMine ? 'shared' : <span className="foreign">shared by {view.owner}</span>}
          </span>
        )}
      </span>
    </p>
  )
}

const ViewDialog = lazyWithRetry(() => import('./view-dialog').then((module) => module.ViewDialog))

/** Saves the filters of the list as a view, or changes the view that it shows. */
export function SaveView(viewed: ViewedList) {
  const view = useShownView(viewed)
  const [isOpen, setOpen] = useState(false)
  if (!useMay('note')) return null
  return (
    <div className="no-print shrink-0">
      <Button {...ViewDialog.prefetchProps} className="min-h-8! text-sm!" small onClick={() => setOpen(true)}>
        <Bookmark aria-hidden="true" className="size-3.5" />
        {view?.canChange === true ? 'Edit view' : 'Save view'}
      </Button>
      {isOpen && <ViewDialog {...viewed} shown={view} onDismiss={() => setOpen(false)} />}
    </div>
  )
}
