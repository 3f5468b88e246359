'use client'

import { type ComponentType, useEffect, useState } from 'react'
import { Button } from './button'
import { Notice } from './notice'
import { useFocusReturn } from './use-focus-return'

type Load<Props> = () => Promise<ComponentType<Props>>

/**
 * For what `next/dynamic` loads with its first use: where its code does not come, that is said in its place, with a Retry,
 * and the page stands. What `next/dynamic` is told is kept for good, so it is told of a component that tries again.
 */
export const orRetry =
  <Props extends object>(load: Load<Props>): Load<Props> =>
  () =>
    load().catch(() => (props: Props) => <Unloaded load={load} props={props} />)

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
  return state === 'beginning' ? null : <Failed trying={state === 'trying'} onRetry={retry} />
}

function Failed({ trying, onRetry }: { trying: boolean; onRetry: () => void }) {
  const focusReturn = useFocusReturn()
  return (
    <Notice
      {...focusReturn}
      tone="bad"
      role="alert"
      title="This could not be loaded. Check your network and try again."
      actions={
        <Button small pending={trying} onClick={onRetry}>
          Retry
        </Button>
      }
    />
  )
}
