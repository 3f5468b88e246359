import { cache } from 'react'
import { ProblemError } from '@/contract/console/problem-error'
import type { SavedView } from '@/contract/console/views'
import { runForPage } from '@/lib/server/http/run-for-page'

/** Returns the saved views of the user, read once for the layout and its page. Every page works without them: none when they can't be read. */
export const readViews = cache(async (): Promise<SavedView[]> => {
  try {
    return (await runForPage('listViews', {})).views
  } catch (error) {
    if (error instanceof ProblemError) return []
    throw error
  }
})
