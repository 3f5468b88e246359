import { lazyWithRetry } from '@/components/ui/lazy-with-retry'

/** The notes on an object. Their code loads after the page's. */
export const NotesSection = lazyWithRetry(() => import('./notes').then((module) => module.Notes))
