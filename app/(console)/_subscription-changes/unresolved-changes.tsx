'use client'

import { lazyWithRetry } from '@/components/ui/lazy-with-retry'

/** The cancels and deletes of all subscriptions whose end is not known: mostly none, so their code comes after the first look. */
export const UnresolvedChanges = lazyWithRetry(() =>
  import('./unresolved-list').then((module) => module.UnresolvedList),
)
