'use client'

import { orRetry } from '@/components/ui/or-retry'

/** The cancels and deletes of all subscriptions whose end is not known: mostly none, so their code comes after the first look. */
export const UnresolvedChanges = orRetry(() => import('./unresolved-list').then((module) => module.UnresolvedList))
