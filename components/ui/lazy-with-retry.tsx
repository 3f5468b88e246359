import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { FailureNotice } from './failure-notice'

const NOT_LOADED = 'This could not be loaded. Check your network and try again.'
const OUTDATED = 'The console was updated. Reload the page to load this.'

/** Returns true when code is gone for good, because the page is older than the console. */
let isGone: (error: unknown) => Promise<boolean> = () => Promise.resolve(false)

/** Sets how a failed load is judged. Only the app knows its files. */
export function judgeFailedLoads(judge: typeof isGone): void {
  isGone = judge
}

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
  const [state, setState] = useState<'beginning' | 'trying' | 'failed' | 'gone'>('beginning')
  const attempt = () =>
    void load().then(
      (Loaded) => setFound({ Loaded }),
      async (error: unknown) => setState((await isGone(error)) ? 'gone' : 'failed'),
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
  if (state === 'gone')
    return <FailureNotice title={OUTDATED} action="Reload" onRetry={() => window.location.reload()} />
  return <FailureNotice title={NOT_LOADED} retrying={state === 'trying'} onRetry={retry} />
}
