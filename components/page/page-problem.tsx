'use client'

import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { ProblemPanel } from './problem-panel'
import type { Problem } from '@/lib/core/problem'

/** The page of a failed read: the cause, the request ID, and Retry, unless the role does not allow the page. */
export function PageProblem({ problem }: { problem: Problem }) {
  const router = useRouter()
  const [isRetrying, startRetry] = useTransition()
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">
        {problem.code === 'not_allowed' ? 'Not available to your role' : 'This page could not be loaded'}
      </h1>
      <ProblemPanel problem={problem} retrying={isRetrying} onRetry={() => startRetry(() => router.refresh())} />
    </>
  )
}
