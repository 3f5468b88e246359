import { expect, it } from 'vitest'
import { CHATS } from '@/testing/tickets/chats'
import { MAILS } from '@/testing/tickets/mails'
import { LANGUAGES } from '@/testing/tickets/languages'
import { languageOf } from './text-language'

const textsOf = (tickets: readonly { what: string; text: string }[], of: RegExp) =>
  tickets.flatMap(({ what, text }) => (of.test(what) ? [text] : []))

it('returns German for the German tickets, and English for the English ones', () => {
  const german = textsOf(LANGUAGES, /German|Swiss/)
  expect(german.length).toBeGreaterThan(2)
  expect(german.map(languageOf)).toEqual(german.map(() => 'de'))
  const english = [
    ...textsOf(MAILS, /^a cancellation with|^a question about|^a list of questions/),
    ...textsOf(CHATS, /^a question in/),
  ]
  expect(english.length).toBeGreaterThan(3)
  expect(english.map(languageOf)).toEqual(english.map(() => 'en'))
})

it('returns null for a text without ordinary words', () => {
  expect(languageOf('sub_1, inv_2; 1042')).toBeNull()
})
