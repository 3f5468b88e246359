/** "charged twice", "a duplicate charge", "billed us again", "doppelt abgebucht", "erneut berechnet". Not "double-check", "erneut senden". */
const TWICE =
  /(?<!\p{L})(?:twice|double(?![ -]?check)|duplicat\p{L}{1,4}|(?:charged|billed|debited)(?: us| me)? again|doppelt\p{L}{0,2}|zweimal|(?:erneut|nochmals?) (?:[^\s.!?]{1,40} ){0,4}(?:abgebucht|eingezogen|berechnet|belastet|in rechnung))(?!\p{L})/iu

/** True for a text that asks whether something is charged twice. */
export const asksAboutTwice = (text: string) => TWICE.test(text)
