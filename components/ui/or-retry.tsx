'use client'

import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { FailureNotice } from './failure-notice'

const NOT_LOADED = 'This could not be loaded. Check your network and try again.'

type Load<Props> = () => Promise<ComponentType<Props>>

/**
 * A component whose code comes with its first use. Where it does not come, that is said in its place, with a Retry, and the
 * page stands. What `lazy` is told is kept for good, so it is told of a component that tries again.
 * @param loading stands in its place meanwhile
 * @returns the component. Its `ahead` goes to what opens it: pointed at, or got to by keyboard, that fetches the code
 */
export function orRetry<Props extends object>(load: Load<Props>, loading: ReactNode = null) {
  const Later = lazy(async () => ({
    default: await load().catch(() => (props: Props) => <Unloaded load={load} props={props} />),
  }))
  const fetchAhead = () => void load().catch(() => undefined)
  const Component = (props: Props) => (
    <Suspense fallback={loading}>
      <Later {...props} />
    </Suspense>
  )
  return Object.assign(Component, { ahead: { onPointerEnter: fetchAhead, onFocus: fetchAhead } })
}

function Unloaded<Props extends object>({ load, props }: { load: Load<Props>; props: Props }) {
  const [found, setFound] = useState<{ Loaded: ComponentType<Props> } | null>(null)
  const [state, setState] = useState<'beginning' | 'trying' | 'failed'>('beginning')
  const attempt = () =>
    void load().then(
      (Loaded) => setFound({ Loaded }),
      () => setState('failed'),
    )
  // Opened once more, the network may be back.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once each time it is opened
  useEffect(attempt, [])
  const retry = () => {
    setState('trying')
    attempt()
  }

  if (found) return <found.Loaded {...props} />
  if (state === 'beginning') return null
  return <FailureNotice title={NOT_LOADED} retrying={state === 'trying'} onRetry={retry} />
}
