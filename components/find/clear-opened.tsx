'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { sendOperation } from '@/lib/api'
import { problemOf } from '@/lib/core/problem-of'

/** Empties "Opened recently". */
export function ClearOpened() {
  const router = useRouter()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const clear = async () => {
    setPending(true)
    try {
      await sendOperation('forgetOpened', {})
      setProblem(null)
      router.refresh()
    } catch (error) {
      setProblem(problemOf(error instanceof Error ? error : new Error(String(error))).detail)
    }
    setPending(false)
  }
  return (
    <span className="inline-flex items-center gap-2">
      {problem !== null && (
        <span role="alert" className="text-red text-xs">
          {problem}
        </span>
      )}
      <Button variant="ghost" small pending={isPending} onClick={() => void clear()}>
        Clear list
      </Button>
    </span>
  )
}
