/** "charged twice", "a duplicate charge", "billed us again", "doppelt abgebucht". */
const TWICE =
  /(?<!\p{L})(?:twice|double|duplicat\p{L}{1,4}|(?:charged|billed|debited)(?: us| me)? again|doppelt\p{L}{0,2}|zweimal|erneut|nochmals?)(?!\p{L})/iu

/** True for a text that asks whether something is charged twice. */
export const asksAboutTwice = (text: string) => TWICE.test(text)
