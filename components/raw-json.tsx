'use client'

import type { Problem } from '@/contract/console/problem'
import { ProblemPanel } from './problem-panel'
import { CopyButton } from './ui/copy-button'
import { Expander } from './ui/expander'
import { Skeleton } from './ui/skeleton'

/** The visible part of a long response; the copy button copies all of it. */
const SHOWN_CHARACTERS = 200_000

interface RawJsonProps {
  /** The response as text; undefined until it is loaded. */
  text: string | undefined
  problem: Problem | undefined
  onOpenChange: (open: boolean) => void
  onRetry: () => void
}

/** The raw API response, loaded on unfold. */
export function RawJson({ text, problem, onOpenChange, onRetry }: RawJsonProps) {
  return (
    <Expander
      summary="Raw JSON, as the billing API sends it"
      onToggle={(event) => onOpenChange(event.currentTarget.open)}
    >
      {problem && <ProblemPanel problem={problem} onRetry={onRetry} />}
      {text === undefined && !problem && <Skeleton className="h-24" />}
      {text !== undefined && (
        <div className="relative">
          <div className="absolute top-1 right-1">
            <CopyButton text={text} label="Copy raw JSON" />
          </div>
          <pre
            tabIndex={0}
            aria-label="Raw JSON"
            className="bg-sunken max-h-120 overflow-auto rounded p-3 font-mono text-xs"
          >
            {text.slice(0, SHOWN_CHARACTERS)}
          </pre>
          {text.length > SHOWN_CHARACTERS && (
            <p className="text-muted mt-1 text-xs">Only the beginning is shown. Copy gives all of it.</p>
          )}
        </div>
      )}
    </Expander>
  )
}
