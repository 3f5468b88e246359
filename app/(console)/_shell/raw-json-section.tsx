'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemPanel } from '@/components/problem-panel'
import { CopyButton } from '@/components/ui/copy-button'
import { Expander } from '@/components/ui/expander'
import { Skeleton } from '@/components/ui/skeleton'
import type { ConsoleInput } from '@/contract/console/operations'
import type { RawReadName } from '@/contract/console/operations'
import { problemOf } from '@/lib/browser/problem-of'
import { rawOperationQuery } from '@/lib/queries/operation-query'

/** The visible part of a long response; the copy button copies all of it. */
const SHOWN_CHARACTERS = 200_000

interface ResponseRawJsonProps<Name extends RawReadName> {
  operation: Name
  input: ConsoleInput<Name>
}

/** The billing API's raw response for a page, loaded on unfold. */
export function ResponseRawJson<Name extends RawReadName>({ operation, input }: ResponseRawJsonProps<Name>) {
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({ ...rawOperationQuery(operation, input), enabled: open })
  const problem = error ? problemOf(error) : undefined
  return (
    <Expander summary="Raw JSON, as the billing API sends it" onToggle={(event) => setOpen(event.currentTarget.open)}>
      {problem && <ProblemPanel problem={problem} onRetry={() => void refetch()} />}
      {data === undefined && !problem && <Skeleton className="h-24" />}
      {data !== undefined && (
        <div className="relative">
          <div className="absolute top-1 right-1">
            <CopyButton text={data} label="Copy raw JSON" />
          </div>
          <pre
            tabIndex={0}
            aria-label="Raw JSON"
            className="bg-sunken max-h-120 overflow-auto rounded p-3 font-mono text-xs"
          >
            {data.slice(0, SHOWN_CHARACTERS)}
          </pre>
          {data.length > SHOWN_CHARACTERS && (
            <p className="text-muted mt-1 text-xs">Only the beginning is shown. Copy gives all of it.</p>
          )}
        </div>
      )}
    </Expander>
  )
}
