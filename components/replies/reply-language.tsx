'use client'

import { createContext, type ReactNode, use, useState } from 'react'
import { preferenceCookie, REPLY_LANGUAGE_COOKIE } from '@/lib/text/preferences'
import type { ReplyLanguage } from '@/lib/text/reply'

const ChosenLanguage = createContext<readonly [language: ReplyLanguage, choose: (language: ReplyLanguage) => void]>([
  'en',
  () => undefined,
])

interface ReplyLanguageProviderProps {
  chosen: ReplyLanguage
  children: ReactNode
}

/** Provides the language of replies that the user chose. A cookie keeps it, so that the first HTML already uses it. */
export function ReplyLanguageProvider({ chosen, children }: ReplyLanguageProviderProps) {
  const [language, setLanguage] = useState(chosen)
  const choose = (wanted: ReplyLanguage) => {
    setLanguage(wanted)
    document.cookie = preferenceCookie(REPLY_LANGUAGE_COOKIE, wanted)
  }
  return <ChosenLanguage value={[language, choose]}>{children}</ChosenLanguage>
}

export const useReplyLanguage = () => use(ChosenLanguage)
