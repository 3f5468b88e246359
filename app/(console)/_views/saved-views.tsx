'use client'

import { createContext, type ReactNode, use } from 'react'
import type { SavedView, ViewList } from '@/contract/console/views'

const Views = createContext<readonly SavedView[]>([])

/** Provides the saved views that the layout read. `router.refresh()` reads them again. */
export const SavedViewsProvider = ({ views, children }: { views: readonly SavedView[]; children: ReactNode }) => (
  <Views value={views}>{children}</Views>
)

/** Returns the views of a list: those of the user, then those of others. */
export function useSavedViews(list: ViewList): SavedView[] {
  const views = use(Views).filter((view) => view.list === list)
  return [...views.filter(({ isMine }) => isMine), ...views.filter(({ isMine }) => !isMine)]
}
