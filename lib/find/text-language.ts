import type { ReplyLanguage } from '@/lib/text/reply'

/** Frequent words that the other language does not have. */
const GERMAN =
  /(?<!\p{L})(?:ich|wir|uns|unser\p{L}{0,2}|mein\p{L}{0,2}|nicht|und|der|das|den|dem|bitte|ist|sind|haben?|wurden?|für|mit|von|zum|zur|auf|ein\p{L}{0,2}|kein\p{L}{0,2}|warum|rechnung(?:en)?|kündig\p{L}{0,4}|abo|vertrag|guten|hallo|danke|vielen|grü(?:ß|ss)en?)(?!\p{L})/giu
const ENGLISH =
  /(?<!\p{L})(?:i|we|our|my|you|your|not|and|the|please|is|are|have|has|were|for|with|of|to|a|why|invoices?|bill|cancel|hello|hi|thanks?|regards|this|that|it)(?!\p{L})/giu

/** Returns the language that most of the frequent words of a text are of; null for a text without any, such as a list of IDs. */
export function languageOf(text: string): ReplyLanguage | null {
  const [german, english] = [GERMAN, ENGLISH].map((words) => text.match(words)?.length ?? 0)
  if (german === undefined || english === undefined || german + english === 0) return null
  return german > english ? 'de' : 'en'
}
