import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState, useTransition } from 'react'
import { ProblemError } from '@/contract/console/problem-error'
import { findQuery } from './find-query'
import { type FindOutcome, findOutcome, onlyHit, refusalOf } from './find-outcome'
import { type Destination, pathOf } from './destination'

const NOTHING_ASKED: FindOutcome = { hits: [], message: null }

/** Asks for an id and goes there; offers the hits when there is more than one, or when one could not be asked. */
export function useFind(onLeave: () => void) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [outcome, setOutcome] = useState(NOTHING_ASKED)
  const [asking, setAsking] = useState(false)
  const [leaving, startLeaving] = useTransition()
  const latest = useRef('')

  const open = (destination: Destination) => {
    setOutcome(NOTHING_ASKED)
    onLeave()
    startLeaving(() => router.push(pathOf(destination)))
  }

  const forget = () => {
    latest.current = ''
    setAsking(false)
    setOutcome(NOTHING_ASKED)
  }

  const find = async (id: string) => {
    const refusal = refusalOf(id)
    if (refusal) return setOutcome({ hits: [], message: refusal })
    latest.current = id
    setAsking(true)
    setOutcome(NOTHING_ASKED)
    const next = await queryClient.fetchQuery(findQuery(id)).then(findOutcome, failed)
    // Another id may have been asked for, or the text changed, while this one was under way.
    if (latest.current !== id) return
    setAsking(false)
    const only = onlyHit(next)
    if (only) open(only)
    else setOutcome(next)
  }

  const prefetch = (id: string) => {
    if (!refusalOf(id)) void queryClient.prefetchQuery(findQuery(id))
  }

  return { outcome, busy: asking || leaving, find, prefetch, open, forget }
}

function failed(error: unknown): FindOutcome {
  const detail = error instanceof ProblemError ? error.problem.detail : 'The console did not answer.'
  return { hits: [], message: `Not known whether anything matches. ${detail}` }
}
