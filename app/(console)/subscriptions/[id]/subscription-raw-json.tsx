'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RawJson } from '@/components/raw-json'
import { rawPath, subscriptionPath } from '@/lib/paths'
import { problemOf } from '@/lib/problem-of'
import { rawJsonQuery } from '@/lib/queries/raw-json'

/** The subscription as the billing API sends it, read when unfolded. */
export function SubscriptionRawJson({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({ ...rawJsonQuery(rawPath(subscriptionPath(id))), enabled: open })
  return (
    <RawJson
      text={data}
      problem={error ? problemOf(error) : undefined}
      onOpenChange={setOpen}
      onRetry={() => void refetch()}
    />
  )
}
