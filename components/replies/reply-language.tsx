'use client'

import { createContext, use } from 'react'
import type { ReplyLanguage } from '@/lib/text/reply'

/** The language of replies and what changes it, which the app provides. */
export const ReplyLanguageContext = createContext<
  readonly [language: ReplyLanguage, choose: (language: ReplyLanguage) => void]
>(['en', () => undefined])

export const useReplyLanguage = () => use(ReplyLanguageContext)
