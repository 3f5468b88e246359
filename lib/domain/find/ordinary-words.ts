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
