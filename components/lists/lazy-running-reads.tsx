'use client'

import { lazyWithRetry } from '@/components/ui/lazy-with-retry'

/** How far the reads are, on Home. Loaded lazily, because there are usually none. */
export const LazyRunningReads = lazyWithRetry(() => import('./running-reads').then((module) => module.RunningReads))
