'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { ENGLISH, type Sentences } from '@/lib/text/english'
import type { Reply, ReplyLanguage } from '@/lib/text/reply'
import { useReplyLanguage } from './reply-language'
import { buttonClass } from '@/components/ui/button'
import { useCopy } from '@/components/ui/copy-button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'

interface ReplyBoxProps {
  /** Returns the reply in the sentences of a language; null when nothing certain can be said. */
  reply: (say: Sentences) => Reply | string | null
}

/** Loads the German sentences only for users who chose German. */
const GermanReply = lazyWithRetry(() =>
  import('@/lib/text/german').then(({ GERMAN }) => ({ reply }: ReplyBoxProps) => (
    <WrittenReply language="de" written={reply(GERMAN)} />
  )),
)

/** The reply to the customer in the language that the user chose. */
export function ReplyBox({ reply }: ReplyBoxProps) {
  const [language] = useReplyLanguage()
  return language === 'de' ? <GermanReply reply={reply} /> : <WrittenReply language="en" written={reply(ENGLISH)} />
}

interface WrittenReplyProps {
  language: ReplyLanguage
  written: ReturnType<ReplyBoxProps['reply']>
}

/** The reply, with the button "Copy reply"; "Longer" adds what else was read. */
function WrittenReply({ language, written }: WrittenReplyProps) {
  const [isLong, setLong] = useState(false)
  const { short, long } = typeof written === 'object' && written !== null ? written : { short: written, long: null }
  const text = (isLong ? long : null) ?? short
  const { state, copy } = useCopy(text ?? '')
  if (text === null) return null
  const Icon = state === 'copied' ? Check : Copy
  return (
    <div className="no-print bg-accent-soft flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg px-4 py-3">
      <p lang={language} className="foreign min-w-0 flex-1 basis-64 text-sm">
        {text}
      </p>
      <div className="flex shrink-0 gap-2">
        {long !== null && (
          <button
            type="button"
            aria-expanded={isLong}
            onClick={() => setLong(!isLong)}
            className={buttonClass('ghost', true)}
          >
            {isLong ? 'Shorter' : 'Longer'}
          </button>
        )}
        <button type="button" aria-keyshortcuts="r" onClick={copy} className={buttonClass('secondary', true)}>
          <Icon aria-hidden="true" className="size-3.5" />
          Copy reply
        </button>
        <span role="status" className={state === 'failed' ? 'text-yellow text-xs' : 'sr-only'}>
          {state === 'copied' && 'Copied'}
          {state === 'failed' && 'Your browser blocked copying. Select the text and copy it.'}
        </span>
      </div>
    </div>
  )
}

/** Says why there is no reply to the customer. */
export const NoReply = ({ why }: { why: string }) => (
  <p className="no-print text-muted text-sm">No reply to the customer: {why}</p>
)
