'use client'

import { useRef, useSyncExternalStore } from 'react'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { useRecents } from '@/lib/browser/recents'
import { useSignedIn } from '@/lib/browser/signed-in'
import { FindBox, type FindBoxHandle } from './find-box'

const TryThis = lazyWithRetry(() => import('./try-this').then((module) => module.TryThis))

// The server does not know what this browser has opened.
const never = () => () => undefined
const yes = () => true
const no = () => false

/** The Find box of Home. On demo data, before anything was opened, cards below it show what to try. */
export function HomeFind() {
  const { isDemo } = useSignedIn()
  const { pages } = useRecents()
  const box = useRef<FindBoxHandle>(null)
  const isHydrated = useSyncExternalStore(never, yes, no)
  return (
    <>
      <FindBox large ref={box} />
      {isDemo && isHydrated && pages.length === 0 && (
        <TryThis onPaste={(text) => box.current?.search(text)} onFind={() => box.current?.search('')} />
      )}
    </>
  )
}
