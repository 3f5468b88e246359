'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RawJson } from '@/components/raw-json'
import { rawPath } from '@/lib/paths'
import { problemOf } from '@/lib/problem-of'
import { rawJsonQuery } from '@/lib/queries/raw-json'

interface AnswerRawJsonProps {
  /** Of the page that shows the answer. */
  path: string
  /** Which part of it, where it has parts: a query string without its `?`. */
  query?: string
}

/** The billing API's own answer behind a page, read when it is unfolded. */
export function AnswerRawJson({ path, query }: AnswerRawJsonProps) {
  const [open, setOpen] = useState(false)
  const address = query === undefined ? rawPath(path) : `${rawPath(path)}?${query}`
  const { data, error, refetch } = useQuery({ ...rawJsonQuery(address), enabled: open })
  return (
    <RawJson
      text={data}
      problem={error ? problemOf(error) : undefined}
      onOpenChange={setOpen}
      onRetry={() => void refetch()}
    />
  )
}
