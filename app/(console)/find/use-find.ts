import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState, useTransition } from 'react'
import type { FindResult } from '@/contract/console/operations'
import { ProblemError } from '@/lib/problem-error'
import { findQuery } from '@/lib/queries/find'
import { type Destination, KIND_WORDS, pathOf } from './destination'

const NOT_AN_ID = /^\.{1,2}$|\p{Cc}/u
const LONGEST_ID = 256

/** What the box says and offers after it has asked. */
interface Answer {
  hits: Destination[]
  message: string | null
}

const NOTHING_ASKED: Answer = { hits: [], message: null }

/** Asks for an id and goes there; offers the hits when there is more than one, or when one could not be asked. */
export function useFind(onLeave: () => void) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [answer, setAnswer] = useState(NOTHING_ASKED)
  const [asking, setAsking] = useState(false)
  const [leaving, startLeaving] = useTransition()
  const latest = useRef('')

  const open = (destination: Destination) => {
    setAnswer(NOTHING_ASKED)
    onLeave()
    startLeaving(() => router.push(pathOf(destination)))
  }

  const forget = () => {
    latest.current = ''
    setAsking(false)
    setAnswer(NOTHING_ASKED)
  }

  const find = async (id: string) => {
    const refusal = refusalOf(id)
    if (refusal) return setAnswer({ hits: [], message: refusal })
    latest.current = id
    setAsking(true)
    setAnswer(NOTHING_ASKED)
    const next = await queryClient.fetchQuery(findQuery(id)).then(read, failed)
    // Another id may have been asked for, or the text changed, while this one was under way.
    if (latest.current !== id) return
    setAsking(false)
    const [only, ...others] = next.hits
    if (only && others.length === 0 && next.message === null) open(only)
    else setAnswer(next)
  }

  const prefetch = (id: string) => {
    if (!refusalOf(id)) void queryClient.prefetchQuery(findQuery(id))
  }

  return { answer, busy: asking || leaving, find, prefetch, open, forget }
}

function refusalOf(id: string): string | null {
  if (id === '') return 'Paste or type an id first.'
  if (NOT_AN_ID.test(id) || id.length > LONGEST_ID)
    return 'This cannot be an id: ids are 1 to 256 printable characters.'
  return null
}

function read({ hits, unanswered }: FindResult): Answer {
  const silent = unanswered.map(({ kind, detail }) => `${KIND_WORDS[kind]}s could not be asked: ${detail}`).join(' ')
  if (hits.length > 1) return { hits, message: `${hits.length} match: choose one. ${silent}`.trim() }
  if (hits.length === 1) return { hits, message: silent || null }
  if (silent) return { hits, message: `Not known whether anything matches. ${silent}` }
  return { hits, message: 'None matches: no subscription, invoice or customer has exactly this id.' }
}

function failed(error: unknown): Answer {
  const detail = error instanceof ProblemError ? error.problem.detail : 'The console did not answer.'
  return { hits: [], message: `Not known whether anything matches. ${detail}` }
}
