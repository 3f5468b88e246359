/** The languages of replies. */
export type ReplyLanguage = 'en' | 'de'
