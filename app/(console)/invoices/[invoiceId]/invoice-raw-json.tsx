'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RawJson } from '@/components/raw-json'
import { invoicePath, rawPath } from '@/lib/paths'
import { ProblemError } from '@/lib/problem-error'
import { rawJsonQuery } from '@/lib/queries/raw-json'

/** The billing API's own answer, read when it is unfolded. */
export function InvoiceRawJson({ invoiceId }: { invoiceId: string }) {
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({ ...rawJsonQuery(rawPath(invoicePath(invoiceId))), enabled: open })
  return (
    <RawJson
      text={data}
      problem={error instanceof ProblemError ? error.problem : undefined}
      onOpenChange={setOpen}
      onRetry={() => void refetch()}
    />
  )
}
