'use client'

import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { FailureNotice } from './failure-notice'

const NOT_LOADED = 'This could not be loaded. Check your network and try again.'

type Load<Props> = () => Promise<ComponentType<Props>>

/**
 * Returns a component whose code loads with its first use. A failed load shows a notice with Retry in its place. `lazy`
 * keeps a rejection for good, so it gets a component that retries instead.
 * @param loading placeholder during the load
 * @returns the component. Spread its `prefetchProps` on the control that opens it: hover or keyboard focus then
 * prefetches the code
 */
export function lazyWithRetry<Props extends object>(load: Load<Props>, loading: ReactNode = null) {
  const LazyComponent = lazy(async () => ({
    default: await load().catch(() => (props: Props) => <LoadFailure load={load} props={props} />),
  }))
  const prefetch = () => void load().catch(() => undefined)
  const Component = (props: Props) => (
    <Suspense fallback={loading}>
      <LazyComponent {...props} />
    </Suspense>
  )
  return Object.assign(Component, { prefetchProps: { onPointerEnter: prefetch, onFocus: prefetch } })
}

function LoadFailure<Props extends object>({ load, props }: { load: Load<Props>; props: Props }) {
  const [found, setFound] = useState<{ Loaded: ComponentType<Props> } | null>(null)
  const [state, setState] = useState<'beginning' | 'trying' | 'failed'>('beginning')
  const attempt = () =>
    void load().then(
      (Loaded) => setFound({ Loaded }),
      () => setState('failed'),
    )
  // Retries when it is opened again: the network may be back.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once per mount
  useEffect(attempt, [])
  const retry = () => {
    setState('trying')
    attempt()
  }

  if (found) return <found.Loaded {...props} />
  if (state === 'beginning') return null
  return <FailureNotice title={NOT_LOADED} retrying={state === 'trying'} onRetry={retry} />
}
