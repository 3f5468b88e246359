'use client'

import { lazyWithRetry } from '@/components/ui/lazy-with-retry'

/** The open changes of all subscriptions. Loaded lazily, because there are usually none. */
export const UnresolvedChanges = lazyWithRetry(() =>
  import('./unresolved-list').then((module) => module.UnresolvedList),
)
