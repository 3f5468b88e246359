'use client'

import { lazyWithRetry } from '@/components/ui/lazy-with-retry'

/** What changed lately, of all objects. Loaded lazily, because there may be nothing. */
export const WhatChanged = lazyWithRetry(() => import('./difference-list').then((module) => module.DifferenceList))
