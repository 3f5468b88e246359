import { Check, Copy } from 'lucide-react'
import { useId } from 'react'
import { ENGLISH, type Sentences } from '@/lib/text/english'
import type { ReplyLanguage } from '@/lib/text/reply'
import { chooseReplyLanguage, useReplyLanguage } from '@/components/ticket/reply-language'
import { buttonClass } from '@/components/ui/button'
import { useCopy } from '@/components/ui/copy-button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'

interface ReplyBoxProps {
  /** Returns the reply in the sentences of a language; null when nothing certain can be said. */
  reply: (say: Sentences) => string | null
}

/** Loads the German sentences only for a German reply. */
const GermanReply = lazyWithRetry(() =>
  import('@/lib/text/german').then(({ GERMAN }) => ({ reply }: ReplyBoxProps) => (
    <WrittenReply language="de" text={reply(GERMAN)} />
  )),
)

/** The reply to the customer, in the language of the ticket or the one chosen beside it. The choice stays when the text changes. */
export function ReplyBox({ reply }: ReplyBoxProps) {
  const language = useReplyLanguage()
  const english = reply(ENGLISH)
  if (english === null) return null
  return (
    <div className="no-print bg-accent-soft flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-lg px-4 py-3">
      <LanguageChoice />
      {language === 'de' ? <GermanReply reply={reply} /> : <WrittenReply language="en" text={english} />}
    </div>
  )
}

function WrittenReply({ language, text }: { language: ReplyLanguage; text: string | null }) {
  const { state, copy } = useCopy(text ?? '')
  if (text === null) return null
  const Icon = state === 'copied' ? Check : Copy
  return (
    <>
      <p lang={language} className="foreign -order-1 min-w-0 flex-1 basis-64 text-sm whitespace-pre-line">
        {text}
      </p>
      <div>
        <button type="button" aria-keyshortcuts="r" onClick={copy} className={buttonClass('secondary', true)}>
          <Icon aria-hidden="true" className="size-3.5" />
          Copy reply
        </button>
        <span role="status" className={state === 'failed' ? 'text-yellow text-xs' : 'sr-only'}>
          {state === 'copied' && 'Copied'}
          {state === 'failed' && 'Your browser blocked copying. Select the text and copy it.'}
        </span>
      </div>
    </>
  )
}

const LANGUAGES = [
  ['en', 'English'],
  ['de', 'German'],
] as const

function LanguageChoice() {
  const name = useId()
  const language = useReplyLanguage()
  return (
    <fieldset className="flex gap-2 text-xs">
      <legend className="sr-only">Language of the reply</legend>
      {LANGUAGES.map(([choice, label]) => (
        <label key={choice} className="flex min-h-7 items-center gap-1">
          <input type="radio" name={name} checked={language === choice} onChange={() => chooseReplyLanguage(choice)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

/** Says why there is no reply to the customer. */
export const NoReply = ({ why }: { why: string }) => (
  <p className="no-print text-muted text-sm">No reply to the customer: {why}</p>
)
