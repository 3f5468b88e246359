export const OBJECTS = String.raw`invoices?|inv|bills?|subscriptions?|subs?|customers?|clients?|accounts?|acct|orders?|tickets?|cases?|references?|ref|rechnung(?:en)?|abos?|abonnements?|kund(?:e|en|in)|kd|vertrag|factures?|facturas?|recibos?|suscripci[oó]n(?:es)?|client[ea]s?|faturas?|assinaturas?|fattur[ae]|abbonament[oi]|factu(?:ur|ren)|klant(?:en)?|faktur[a-zęąyå]{0,3}|klient[a-zęó]{0,2}|сч[её]т[а-я]{0,2}|подписк[а-я]{1,2}|請求書|発票|发票|订阅|訂閱|契約|顧客|청구서|구독`
const CUSTOMERS = String.raw`customers?|clients?|accounts?|acct|kund(?:e|en|in)|kd|client[ea]s?|klant(?:en)?|klient[a-zęó]{0,2}|顧客`
const NUMBER_WORD = String.raw`(?:n(?:o|r|°|º|(?=\.))|№|num|number|nummer|ids?|番号|编号)`

/**
 * The source of a pattern for a word that announces an ID, with the marks after it: "invoice no. ", "Kunden-Nr. ", "ID: ",
 * "請求書番号 ".
 */
export const ID_LABEL = String.raw`(?<![\p{L}\p{N}])(?:(?:${OBJECTS})(?:s?[ -]?${NUMBER_WORD})?|${NUMBER_WORD})[.:#°º]{0,2}(?: (?:is|ist|lautet|est|es|è|é))?:?[ \u00a0]{0,2}#?`

/** The source of a pattern for the first IDs of a list: "42, 43 and ". */
export const LISTED = String.raw`(?:\d{1,15}[,;]?(?: (?:and|or|und|oder|et|ou|y|e|o|&))? #?){0,12}`
/** The source of a pattern for a label and the first IDs of its list: "invoices 42, 43 and ". */
export const ID_LIST = `${ID_LABEL}${LISTED}`

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

/** Hyphens, dashes and minus signs that mail programs and spreadsheets use for "-". */
const LOOKALIKE_HYPHEN = /(?<=[\p{L}\p{N}])[‐‑‒–−﹣](?=[\p{L}\p{N}])/gu
/** A long dash is a hyphen only after a prefix of IDs: "sub_1—please" has a dash. */
const DASH_AFTER_PREFIX = /^(sub|subscription|inv|invoice|cus|cust|customer|org|acct|account)—(?=[\p{L}\p{N}])/iu
const MARKDOWN_ESCAPE = /\\(?=[_*#.+\-[\](){}!~`|])/gu
const PERCENT_ENCODED = /%[\da-f]{2}/iu

/** Returns a word with "-" for each look-alike between letters and digits. */
export const withPlainHyphens = (word: string): string =>
  word.replaceAll(LOOKALIKE_HYPHEN, '-').replace(DASH_AFTER_PREFIX, '$1-')

/**
 * Returns the IDs that a word can mean: first with plain hyphens, without Markdown's backslashes and percent-decoded, then
 * unchanged, because IDs are opaque (gaps.md, Ids).
 */
export function idSpellings(word: string): string[] {
  const plain = withPlainHyphens(percentDecoded(word).replaceAll(MARKDOWN_ESCAPE, ''))
  return [...new Set([plain, word])]
}

function percentDecoded(word: string): string {
  if (!PERCENT_ENCODED.test(word)) return word
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}

/** The end of a line, its next word, and the marks of a quotation between them: "sub_\n> koeln". */
const BROKEN_ID =
  /([\p{L}\p{N}][\p{L}\p{N}_.‐‑-]{0,63}[_‐‑-])[ \t]{0,3}\n[> \t]{0,10}([\p{L}\p{N}][\p{L}\p{N}_.-]{0,63})/gu
/** The soft line break of quoted-printable mails. */
const SOFT_BREAK = /(?<=[\p{L}\p{N}_-])=\n(?=[\p{L}\p{N}_-])/gu

/**
 * Joins IDs that a mail program broke at a hyphen or underscore. A word of ordinary language that was broken at the end of a
 * line loses its hyphen.
 */
export const withJoinedIds = (text: string) =>
  text
    .replaceAll(SOFT_BREAK, '')
    .replaceAll(BROKEN_ID, (_, start: string, rest: string) =>
      isOrdinaryWord(start + rest) ? `${start.slice(0, -1)} ${rest}` : start + rest,
    )

/** Parts that make a word with hyphens an ordinary one: `follow-up`, `pouvez-vous`. */
const ORDINARY_PARTS = new Set(
  'a able about all and anti au auf aus aux back by c ce ci co d das day de del der des di do dos down e el elle em en est être ex far feira for from full half he if il ils in is it je jour la là lá le les like lo lui m mail me mi mit moi multi n na ne new nicht no nous non o of off old on one out ou outre over part peut por post pour pre pro que qui re s sa se self semi short si so sous sur t te the time to todo tu two um un una und une unter up vous w well y à às être'.split(
    ' ',
  ),
)
/** Parts that are also country codes. At the end of a word they say nothing: `acme-de`. */
const COUNTRY_CODES = new Set('co de es il it no se'.split(' '))
/** Words of billing and support. A word is ordinary when all its parts are: `past_due`, `credit-card`. */
const ORDINARY_WORDS = new Set(
  'about access account accounts action active activity add address admin advance agent amount annual annually api approved as attempt attempts auto automatic available article balance bank blog based bill billed billing bin booking box bug business call canceled cancel cancelled card case cash change channel charge charged check checking checkout chat client clients close closed code common company compliant conflict contact content contract control cookie cost count credit current customer customers cycle daily data database date days deal debit default delay deleted delivery desk detail details direct disabled discount display docs double draft due duplicate early edit email enabled end ended entries entry error errors event events ex exec executive expired external facing failed failure fee field file first fixed follow form found free friendly from front future gdpr get go grace grade group growth guide guides hand handed help hidden high hour house http id important in info inactive incomplete index input intent internal invalid invoice invoiced invoices invoicing issue issued item items job key known last late layer ledger legal level life limit limited line link list live load loading lock log login logged logs long low mail main manager manual market mid mis missing mode month monthly multi name net next node note notes notice notification notify not number off offer office ok one online only open opening opt option order other out over overdue overview own owner page pages paid part partial party past pay payment payments payout pending per period person pick plan plans point policy portal post power pre premium prepaid price priced prices pricing privacy pro problem processing product products profile project promo purchase question queue quote range rate read ready real reason receipt receivable record recurring ref reference refund refunded rejected related relation release reminder renew renewal renewed reply report request requested requests response result retry return review right role route row rows run sales same save second section security seen select self send sent service set setup sharp sheet short side sign signed single site size sign sold special split stack standard start started state status step stop store sub subject subscribe subscribed subscription subscriptions success suite summary support switch sync system table task tax team term terms test tests text third thread ticket tier time title total trace track transaction transactions transfer trial trialing try type uncollectible unpaid unit update updated upgrade upgraded urgent usage use user users validation value version view void volume waiting web week weekly well wide window work worker workflow world write wrong year yearly you zone'.split(
    ' ',
  ),
)
/** `Anne-Marie`, `E-Mail-Adresse`, `SEPA-Lastschrift`. A word in capitals only, such as `ACME-EU`, may be an ID. */
const NAME = /^(?=\P{Ll}*\p{Ll})\p{Lu}[\p{L}'’.]*(?:-[\p{Lu}'’][\p{L}'’.]*)+$/u
/** `customer_id`, `created_at`, `customerId`: names of fields in logs and JSON. */
const FIELD =
  /_(?:id|ids|name|date|at|email|key|type|status|number|code|time|url|method|amount|currency|reason|country)$/iu
/** A prefix of IDs, which no ordinary word has: `sub_free`. */
const SHORT_PREFIX = /^(?:sub|inv|cus|cust|acct|org)_/iu
const HAS_DIGIT = /\p{Nd}/u
/** `suis-là`, `guarda-móveis`: IDs with hyphens and without digits have plain letters. */
const ACCENTED = /^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}'’]+(?:-[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}'’]+)+$/u
const PLAIN = /^[A-Za-z-]+$/u

/** True for a text of words that everybody uses in tickets: "Cancel plan", `past_due`, `credit-card`. */
export const hasOnlyOrdinaryWords = (text: string) =>
  !SHORT_PREFIX.test(text) &&
  text
    .toLowerCase()
    .split(/[\s_-]+/u)
    .every((word) => ORDINARY_WORDS.has(word) || ORDINARY_PARTS.has(word))

/** True for a word without digits that is a name, a field's name, or a word of ordinary language with a hyphen. */
export function isOrdinaryWord(word: string): boolean {
  if (HAS_DIGIT.test(word) || word.includes('@')) return false
  if (NAME.test(word) || FIELD.test(word) || hasOnlyOrdinaryWords(word)) return true
  if (!/^[^_]+-/u.test(word) || word.includes('_')) return false
  const parts = word.toLowerCase().split(/[-'’]/u)
  const telling = COUNTRY_CODES.has(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts
  return telling.some((part) => ORDINARY_PARTS.has(part)) || (ACCENTED.test(word) && !PLAIN.test(word))
}

const EMAIL = /^[^\s@]{1,200}@[^\s@]{1,200}$/u
/** `sub-acme`, `SUB_HOOLI`: the prefixes of the billing API's own IDs, and the rest of the ID. */
const OWN_ID = /^(sub|inv|cus)[_-](?=.*[\p{L}\p{N}])(.{1,250})$/iu

/**
 * Returns the usual spelling of an ID with a prefix of the billing API: in lower case, with an underscore after the prefix; and of an
 * email address, which customers may have as their ID: in lower case. Null when it already has this spelling, and for any other ID.
 */
export function usualSpelling(id: string): string | null {
  const written = id.trim()
  const usual = EMAIL.test(written) ? written.toLowerCase() : written.replace(OWN_ID, '$1_$2').toLowerCase()
  return usual === written || !(EMAIL.test(written) || OWN_ID.test(written)) ? null : usual
}

/** The characters between two halves of a broken ID: the end of a line and the marks of a quotation. */
const BREAK = String.raw`(?:=?[ \t]{0,3}\r?\n[> \t]{0,10})`
const LONGEST_BROKEN = 128

/** Returns the spelling in a text of an ID that a line break splits: "sub_\n> koeln"; undefined when the text has the ID itself. */
export function brokenSpelling(text: string, id: string): string | undefined {
  if (text.includes(id) || id.length > LONGEST_BROKEN) return undefined
  const characters = Array.from(id, (character) => character.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`))
  return new RegExp(characters.join(`${BREAK}?`), 'u').exec(text)?.[0]
}
