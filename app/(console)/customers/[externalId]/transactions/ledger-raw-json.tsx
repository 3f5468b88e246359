'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RawJson } from '@/components/raw-json'
import type { ListTransactionsQuery } from '@/contract/console/operations'
import { ledgerPath, rawPath } from '@/lib/paths'
import { problemOf } from '@/lib/problem-of'
import { rawJsonQuery } from '@/lib/queries/raw-json'

/** The billing API's own answer for the page shown, read when it is unfolded. */
export function LedgerRawJson({ externalId, search }: { externalId: string; search: ListTransactionsQuery }) {
  const [open, setOpen] = useState(false)
  const { page, pageSize, order } = search
  const path = `${rawPath(ledgerPath(externalId))}?page=${page}&pageSize=${pageSize}&order=${order}`
  const { data, error, refetch } = useQuery({ ...rawJsonQuery(path), enabled: open })
  return (
    <RawJson
      text={data}
      problem={error ? problemOf(error) : undefined}
      onOpenChange={setOpen}
      onRetry={() => void refetch()}
    />
  )
}
