'use client'

import { lazyWithRetry } from '@/components/ui/lazy-with-retry'

/** A list of changes on Home. Loaded lazily, because there are usually none. */
export const LazyChangeList = lazyWithRetry(() => import('./change-list').then((module) => module.ChangeList))
