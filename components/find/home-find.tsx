'use client'

import { useRef } from 'react'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { FindBox, type FindBoxHandle } from './find-box'

const TryThis = lazyWithRetry(() => import('./try-this').then((module) => module.TryThis))

/** The Find box of Home; `hasCards` adds cards below it that show what to try. */
export function HomeFind({ hasCards }: { hasCards: boolean }) {
  const box = useRef<FindBoxHandle>(null)
  return (
    <>
      <FindBox large ref={box} />
      {hasCards && <TryThis box={box} />}
    </>
  )
}
