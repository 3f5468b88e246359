/** The languages of replies. */
export type ReplyLanguage = 'en' | 'de'

/** A reply to a customer. */
export interface Reply {
  /** One or two sentences: the answer. */
  short: string
  /** The answer with what else was read; null when there is nothing more. */
  long: string | null
}

/** Joins the answer and further sentences to a reply. */
export const replyOf = (short: string, more: readonly string[]): Reply => ({
  short,
  long: more.length === 0 ? null : [short, ...more].join(' '),
})
