import { isOrdinaryWord } from './ordinary-words'

const OBJECTS = String.raw`invoices?|inv|bills?|subscriptions?|subs?|customers?|clients?|accounts?|acct|orders?|tickets?|cases?|references?|ref|rechnung(?:en)?|abos?|abonnements?|kund(?:e|en|in)|kd|vertrag|factures?|facturas?|recibos?|suscripci[oó]n(?:es)?|client[ea]s?|faturas?|assinaturas?|fattur[ae]|abbonament[oi]|factu(?:ur|ren)|klant(?:en)?|faktur[a-zęąyå]{0,3}|klient[a-zęó]{0,2}|сч[её]т[а-я]{0,2}|подписк[а-я]{1,2}|請求書|発票|发票|订阅|訂閱|契約|顧客|청구서|구독`
const CUSTOMERS = String.raw`customers?|clients?|accounts?|acct|kund(?:e|en|in)|kd|client[ea]s?|klant(?:en)?|klient[a-zęó]{0,2}|顧客`
const NUMBER_WORD = String.raw`(?:n(?:o|r|°|º)|№|num|number|nummer|ids?|番号|编号)`

/**
 * The source of a pattern for a word that announces an ID, with the marks after it: "invoice no. ", "Kunden-Nr. ", "ID: ",
 * "請求書番号 ".
 */
export const ID_LABEL = String.raw`(?<![\p{L}\p{N}])(?:(?:${OBJECTS})(?:s?[ -]?${NUMBER_WORD})?|${NUMBER_WORD})[.:#°º]{0,2}(?: (?:is|ist|lautet|est|es|è|é))?:?[ \u00a0]{0,2}#?`

/** The source of a pattern for a label and the first IDs of its list: "invoices 42, 43 and ". */
export const ID_LIST = String.raw`${ID_LABEL}(?:\d{1,15}[,;]?(?: (?:and|or|und|oder|et|ou|y|e|o|&))? #?){0,12}`

/** "Customer ID: time-inc", "account=first-bank": the ID is certain, even if it has ordinary words. */
const NAMED_SLUG = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${OBJECTS})(?:s?[ _-]?${NUMBER_WORD})?["']? ?[:=] ?["']?([a-z0-9]{1,60}(?:[-_][a-z0-9]{1,60}){1,8})(?![\p{L}\p{N}_@-]|\.\p{L})`,
  'giu',
)

/** "Customer: tyrell", "Kundennummer: hooli" at the end of a line or before a comma: several words may be a person's name. */
const NAMED_CUSTOMER = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${CUSTOMERS})(?:s?[ _-]?${NUMBER_WORD})?["']? ?[:=] ?["']?([\p{L}\p{N}][\p{L}\p{N}_.-]{1,60})(?=["']?[ \t]{0,3}(?:[,;)}\n]|$))`,
  'giu',
)

/** "customer jo@acme.example", `"customer_id": "jo@acme.example"`. */
const NAMED_EMAIL = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${CUSTOMERS})(?:s?[ _-]?${NUMBER_WORD})?["']?[ \t]{0,3}[:=]?[ \t]{0,3}["'<(]?([^\s@<>()"',;:]{1,64}@[\p{L}\p{N}.-]{1,190}[\p{L}\p{N}])`,
  'giu',
)

/** "customer tyrell" as the whole text. */
const LABELLED_TEXT = new RegExp(
  String.raw`^\s*(?:${OBJECTS})(?:s?[ _-]?${NUMBER_WORD})?[ :=#"']{1,4}([\p{L}\p{N}][^\s"']{0,255})["']?\s*$`,
  'iu',
)

/**
 * Returns the IDs after labels: words with hyphens after any label and a colon, one word after a customer label and a colon, an email
 * address after a customer label, and the only word after any label when the text has no other.
 */
export function labelledIds(text: string): string[] {
  const slugs = [...text.matchAll(NAMED_SLUG)].flatMap(([, slug]) => slug ?? [])
  const customers = [...text.matchAll(NAMED_CUSTOMER)].flatMap(([, word]) => word ?? []).filter(isCustomerWord)
  const emails = [...text.matchAll(NAMED_EMAIL)].flatMap(([, email]) => email ?? [])
  const [, only] = LABELLED_TEXT.exec(text) ?? []
  return [...slugs, ...customers, ...emails, ...(only !== undefined && !isOrdinaryWord(only) ? [only] : [])]
}

/** False for ordinary words, and for a word with a capital letter, which may be a person's name. */
const isCustomerWord = (word: string) => /^[\p{Ll}\p{Lo}\p{N}]/u.test(word) && !isOrdinaryWord(word)

const LABELLED_ID = new RegExp(
  String.raw`${ID_LABEL}(?=[\p{L}\p{N}_.-]{0,60}[\p{Nd}_-])[\p{L}\p{N}]|(?:${OBJECTS}|ids?)[^\d\n]{0,20}:\s*$`,
  'iu',
)

/** True for a line that announces an ID ("Customer ID: acme-inc") or a list of IDs ("Invoices:"). */
export const hasLabelledId = (line: string) => LABELLED_ID.test(line)
