import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

/** Copies a text, or what the function returns at the press. `state` confirms for two seconds. */
export function useCopy(text: string | (() => string)) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')
  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), 2000)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () =>
    navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  return { state, copy: () => void copy() }
}

/** Copies `text`; `label` names it ("Copy subscription ID"). */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { state, copy } = useCopy(text)
  const Icon = state === 'copied' ? Check : Copy
  return (
    <button
      type="button"
      aria-label={label}
      title={state === 'failed' ? 'Your browser blocked copying. Select the text and copy it.' : label}
      onClick={copy}
      className="no-print text-muted hover:bg-hover hover:text-text inline-flex size-6 shrink-0 items-center justify-center rounded"
    >
      <Icon aria-hidden="true" className="size-3.5" />
      <span role="status" className="sr-only">
        {state === 'copied' && 'Copied'}
        {state === 'failed' && 'Not copied'}
      </span>
    </button>
  )
}
