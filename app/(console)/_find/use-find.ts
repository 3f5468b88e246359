import { useRef, useState } from 'react'
import { useNavigation } from '@/components/ui/navigation-progress'
import { readOperation } from '@/lib/browser/operation'
import { useRecents } from '@/lib/browser/recents'
import type { Answer } from './answer-to'
import { askOnce } from './ask-once'
import { type Destination, pathOf } from './destination'
import { oneId } from '@/lib/domain/find/one-id'
import { couldNotAsk, findOutcome, onlyHit } from './find-outcome'

/** Names the Find box as what was pressed. */
const FIND = 'find'
const NOTHING_ASKED: Answer = { hits: [], message: null }

/** Finds what a text names and goes there; keeps what is offered where there is more than one, or any doubt. */
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

  /** Another text may be asked for, or this one changed, while an answer is on its way. */
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
      // What reads a text comes with the first one.
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
    /** Searches for a text as one ID, whatever it looks like. */
    findExactly: (text: string) => show(async () => findOutcome(await ask(text), text)),
    /** Asks ahead for a text that is one ID. */
    prefetch: (text: string) => {
      const id = oneId(text)
      if (id !== null) void ask(id)
    },
  }
}
