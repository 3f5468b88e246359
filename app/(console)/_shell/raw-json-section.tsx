'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RawJson } from '@/components/raw-json'
import type { ConsoleInput } from '@/contract/console/operations'
import type { RawReadName } from '@/contract/console/operations'
import { problemOf } from '@/lib/browser/problem-of'
import { rawOperationQuery } from '@/lib/queries/operation-query'

interface ResponseRawJsonProps<Name extends RawReadName> {
  operation: Name
  input: ConsoleInput<Name>
}

/** The billing API's raw response for a page, loaded on unfold. */
export function ResponseRawJson<Name extends RawReadName>({ operation, input }: ResponseRawJsonProps<Name>) {
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({ ...rawOperationQuery(operation, input), enabled: open })
  return (
    <RawJson
      text={data}
      problem={error ? problemOf(error) : undefined}
      onOpenChange={setOpen}
      onRetry={() => void refetch()}
    />
  )
}
