import { useRef, useState } from 'react'
import { useNavigation } from '@/components/ui/navigation-progress'
import { readOperation } from '@/lib/browser/operation'
import { useRecents } from '@/lib/browser/recents'
import type { Answer } from './answer-to'
import { askOnce } from './ask-once'
import { type Destination, pathOf } from './destination'
import { oneId } from '@/lib/domain/find/one-id'
import { couldNotAsk, findOutcome, onlyHit } from './find-outcome'

/** The navigation source name of the Find box. */
const FIND = 'find'
const NOTHING_ASKED: Answer = { hits: [], message: null }

/** Searches for a text and opens the hit; keeps the results open when there are several or any doubt. */
export function useFind(onLeave: () => void) {
  const { go, pressed } = useNavigation()
  const [ask] = useState(() =>
    askOnce((id) => readOperation('find', oneId(id) === null ? { id, exact: true } : { id })),
  )
  const { pages } = useRecents()
  const [answer, setAnswer] = useState(NOTHING_ASKED)
  const [asking, setAsking] = useState(false)
  const latest = useRef<AbortController>(undefined)
  const last = useRef('')

  const forget = () => {
    latest.current?.abort()
    setAsking(false)
    setAnswer(NOTHING_ASKED)
  }
  const open = (destination: Destination) => {
    forget()
    onLeave()
    go(pathOf(destination), FIND)
  }

  /** The current search: the user may change the text while a response is pending. */
  const show = async (answering: (signal: AbortSignal) => Promise<Answer>) => {
    forget()
    const { signal } = (latest.current = new AbortController())
    setAsking(true)
    const next = await answering(signal).catch((error: unknown) => findOutcome(couldNotAsk(error), ''))
    if (signal.aborted) return
    setAsking(false)
    const only = onlyHit(next)
    if (only) open(only)
    else setAnswer(next)
  }

  const find = (text: string) => {
    last.current = text
    return show(async (signal) => {
      // The text parser loads with the first search.
      const { answerTo } = await import('./answer-to')
      return answerTo(text, { ask, pages, signal, onProgress: (next) => signal.aborted || setAnswer(next) })
    })
  }
  return {
    answer,
    busy: asking || pressed === FIND,
    open,
    forget,
    find,
    findAgain: () => find(last.current),
    /** Searches for the text as one ID, whatever its shape. */
    findExactly: (text: string) => show(async () => findOutcome(await ask(text), text)),
    /** Prefetches the lookup of a text that is a single ID. */
    prefetch: (text: string) => {
      const id = oneId(text)
      if (id !== null) void ask(id)
    },
  }
}
