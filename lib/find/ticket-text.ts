import { hasLabelledId } from './id-words'

/*
 * Removes the parts of a pasted ticket that hold no ID, in this order: lines that mail programs and stack traces write, then technical
 * text between the words, then signatures. Repetitions that can start anywhere in a line are bounded, which keeps the work linear.
 */

const anyOf = (...alternatives: string[]) => `(?:${alternatives.join('|')})`

// Lines of programs

/** The names of mail headers, but not "References: INV-1042" and "Received: INV-1043", which people write. */
const MAIL_HEADER = anyOf(
  'message-id',
  'in-reply-to',
  String.raw`references(?=:\s{0,3}<)`,
  'received(?=: (?:from|by) )',
  'return-path',
  'delivered-to',
  'mime-version',
  'content-[a-z-]{1,30}',
  'dkim-signature',
  'arc-[a-z-]{1,40}',
  'authentication-results',
  'thread-[a-z]{1,10}',
  'list-[a-z]{1,15}',
  'user-agent',
  'importance',
  'diagnostic-code',
  'arrival-date',
  'x-[a-z0-9-]{1,40}',
)
/** A mail header with its value, which goes on in indented lines. */
const MAIL_HEADER_LINES = new RegExp(
  String.raw`^[>\s]{0,20}${MAIL_HEADER}:[^\n]{0,2000}(?:\n[ \t]{1,16}\S[^\n]{0,2000}){0,30}`,
  'gimu',
)

/** A space that ends no line. */
const INDENT = String.raw`[^\S\r\n\u2028\u2029]`
const STACK_FRAME = anyOf(
  // "at charge (billing.js:12)", "at async Promise.all (index 0)".
  String.raw`at [^\n]{1,500}:\d{1,7}\)?`,
  String.raw`at [^\n]{1,300}\(index \d+\)`,
  // Python, Java and PHP.
  String.raw`File "[^"\n]{1,500}", line \d+[^\n]{0,200}`,
  String.raw`\.{3} \d+ more`,
  String.raw`#\d{1,3} (?:[/\\{]|[A-Z]:\\|\[internal)[^\n]{0,500}`,
)
const STACK_FRAME_LINE = new RegExp(`^${INDENT}*${STACK_FRAME}${INDENT}*$`, 'gmu')

/** Returns a text without the mail headers and stack frames that name machines, messages and files. */
export const withoutMachineLines = (text: string) =>
  text.replaceAll(MAIL_HEADER_LINES, '').replaceAll(STACK_FRAME_LINE, '')

// Technical text

/** `/srv/app/billing.js:12`, `C:\app\billing.cs`. */
const FILE_PATH =
  /(?<![\p{L}\p{N}:/.])(?:[a-z]:)?[/\\](?:[\p{L}\p{N}@._-]{1,100}[/\\]){1,30}[\p{L}\p{N}@_-]{1,100}\.[a-z]{1,5}(?::\d{1,7}){0,2}(?![\p{L}\p{N}/])/giu
/** `screenshot-2026.png`, but not `INV-1042.pdf`, which is named after an ID. */
const FILE_NAME =
  /(?<![\p{L}\p{N}_.@/-])(?!(?:sub|subscription|inv|invoice|cus|customer|acct)[_-]|[\da-f]{8}-[\da-f]{4}-)[\p{L}\p{N}_+.-]{1,120}\.(?:png|jpe?g|gif|svg|webp|heic|pdf|docx?|xlsx?|pptx?|csv|zip|eml|ics|txt|log)(?![\p{L}\p{N}])/giu
/** `<td width="12">`, comments and style sheets of HTML. */
const MARKUP =
  /<style\b[^<]{0,20000}<\/style>|<[!?][^<>]{0,1000}>|<\/?(?:a|p|b|i|u|div|span|td|th|tr|table|tbody|thead|br|hr|img|strong|em|font|body|html|head|meta|link|ul|ol|li|h[1-6]|blockquote|pre|code|center)(?:\s[^<>]{0,2000})?\/?>/giu
/** `&nbsp;`. */
const ENTITY = /&(?:#\d{1,6}|#x[0-9a-f]{1,6}|[a-z]{2,8});/giu
const BROWSER = /Mozilla\/5\.0[^\n"]{0,300}/gu
/** `:thumbs_up:`, `<@U012AB3CD>`. */
const CHAT_MARK = /(?<![\p{L}\p{N}"'=])(?::\+?[a-z][a-z0-9_+-]{1,30}:|<[@!#][^<>\s]{1,60}>)(?![\p{L}\p{N}])/gu

/** Words before the name of a field: `customer_` of `customer_email`. */
const NAME_START = String.raw`(?:[\p{L}\p{N}]{1,20}[_-]){0,4}`
const SPACES = String.raw`\s{0,3}`
/** Returns the source of a pattern for a field of one of these names: `amount: 12`, `"total_amount"=12`. */
const fieldOf = (names: string, value: string) =>
  String.raw`(?<![\p{L}\p{N}])(?<mark>["']?)${NAME_START}${names}\k<mark>${SPACES}[:=]${SPACES}${value}`

const ANY_VALUE = anyOf(String.raw`"[^"\n]{0,400}"`, String.raw`'[^'\n]{0,400}'`, String.raw`[^\s,;&"'<>{}]{1,300}`)
const ID_OF_PROGRAM = `${anyOf('trace', 'span', 'session', 'request', 'correlation', 'message', 'build', 'commit')}_?id`
const FIELD_OF_PROGRAM = anyOf(ID_OF_PROGRAM, 'user_?agent', 'ip', 'etag', 'hash', 'sha', 'version')
/** Fields of addresses and phone numbers count only between quotation marks, as in JSON. */
const FIELD_OF_ADDRESS = anyOf('phone', 'fax', 'zip', 'postal_?code', 'street', 'city', 'line[12]')
const OTHER_FIELD = new RegExp(
  anyOf(
    fieldOf(FIELD_OF_PROGRAM, ANY_VALUE),
    `["']${NAME_START}${FIELD_OF_ADDRESS}["']${SPACES}:${SPACES}${ANY_VALUE}`,
  ),
  'giu',
)

/** Amounts, counts, sizes and instants. */
const FIELD_OF_NUMBERS = anyOf(
  String.raw`amount|total|subtotal|price|(?:amount|total|price)_\p{L}{1,20}|rate|tax|percent`,
  'quantity|qty|count|seats|page|limit|offset|port|line|retries|attempts?',
  'status|(?:status|error|exit)_?code|created|updated|timestamp|ts|ms|seconds',
  'width|height|cellpadding|cellspacing|border|size',
  'menge|betrag|anzahl|cantidad|importe|quantidade|valor|quantité|montant',
)
const NUMBER_VALUE = String.raw`["']?[-+]?\d{1,20}(?:[.,/]\d{1,20}){0,5}(?![\p{L}\p{N}_/:-])["']?`
const NUMBER_FIELD = new RegExp(fieldOf(FIELD_OF_NUMBERS, NUMBER_VALUE), 'giu')

const FIELD_OF_CHOICES = anyOf(
  'status|type|state|reason|cycle|level|currency|method|mode|cadence|interval',
  'event|country|locale|lang|language|time_?zone|tz',
)
/** One of a closed list, such as `past_due`. */
const CHOICE_VALUE = String.raw`["']?(?!(?:sub|inv|cus)_)[a-z]{1,30}(?:[._-][a-z]{1,30}){0,4}(?![\p{L}\p{N}_@/-])["']?`
const CHOICE_FIELD = new RegExp(fieldOf(FIELD_OF_CHOICES, CHOICE_VALUE), 'giu')

/** In this order: markup is removed with its attributes, before fields of the same names. */
const TECHNICAL_TEXT = [
  CHAT_MARK,
  MARKUP,
  ENTITY,
  BROWSER,
  FILE_PATH,
  FILE_NAME,
  OTHER_FIELD,
  NUMBER_FIELD,
  CHOICE_FIELD,
]

/** Returns a text, whose URLs were taken out, without file paths, markup and fields that hold no ID. */
export const withoutTechnicalText = (text: string) =>
  TECHNICAL_TEXT.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text)

// Signatures

const QUOTE_MARKS = /^[>|\s]{0,40}/u
/** "Best", "Mit freundlichen": the words before the last one. */
const BEFORE_CLOSING = String.raw`(?:best|kind|kindest|warm|many|with|mit|viele|beste|met|un|cordiali|distinti|cordiais)\s(?:\p{L}+\s){0,2}`
const CLOSING_WORDS = anyOf(
  'regards|wishes|thanks|thank you|cheers|best|rgds|sincerely',
  'yours (?:faithfully|sincerely|truly)',
  'gr[uü](?:ß|ss)(?:en?)?|gruess|danke|vielen dank|hochachtungsvoll|vg|lg|mfg',
  'cordialement|bien à vous|merci|salutations',
  'atentamente|saludos|un saludo|gracias|atenciosamente|cumprimentos|obrigad[oa]',
  'saluti|groeten?|pozdrawiam|mvh|hälsningar|敬具|よろしくお願いいたします',
)
/** A line that ends a mail: "Best regards,", "Mit freundlichen Grüßen", the delimiter "-- ". */
const CLOSING = new RegExp(
  String.raw`^(?:-- ?|(?:${BEFORE_CLOSING})?${CLOSING_WORDS}(?:\s[\p{L}-]{1,20}){0,2})[\s,.!]*$`,
  'iu',
)
/** A line after a signature: a postscript, the header of another mail, a rule, an entry of a chat. */
const AFTER_SIGNATURE = new RegExp(
  `^${anyOf(
    String.raw`p\.? ?s\.?[:\s]`,
    String.raw`(?:from|von|de|da|van|från|от|差出人)\s?:`,
    'on .{5,100} wrote|am .{5,100} schrieb|le .{5,100} écrit|el .{5,100} escribi|em .{5,100} escreveu',
    String.raw`-{3,}|_{5,}|\[`,
    String.raw`\d{1,2}:\d\d|\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}[ ,]`,
  )}`,
  'iu',
)
const MAX_SIGNATURE_LINES = 14
/** The name is the first text in so many lines below a closing. Blank ones alone are a signature too. */
const LINES_TO_NAME = 3

/** An ID that cannot be a part of a name, an address or a phone number. */
const CERTAIN_ID = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${anyOf(
    String.raw`(?:sub|inv|cus|cust|acct)[_-][\p{L}\p{N}_-]{1,80}`,
    // `acme-4711`.
    String.raw`[a-z]{3,20}[_-]\d{2,12}`,
    // A UUID, an email address, the path of a page.
    '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    String.raw`[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,190}`,
    String.raw`\/(?:subscriptions|invoices|customers)\/\S{1,256}`,
  )}`,
  'giu',
)

/**
 * Returns the text with signatures reduced to their certain IDs and to lines that announce an ID. A signature is at most 14 lines below a
 * closing that a name follows.
 */
export function withoutSignatures(text: string): string {
  const lines = text.split('\n')
  const unquoted = lines.map((line) => line.replace(QUOTE_MARKS, ''))
  let signatureLinesLeft = 0
  const kept = lines.map((line, index) => {
    const words = unquoted[index] ?? ''
    if (CLOSING.test(words)) {
      const name = unquoted.slice(index + 1, index + 1 + LINES_TO_NAME).find((below) => below !== '')
      if (name === undefined || isName(name)) signatureLinesLeft = MAX_SIGNATURE_LINES
      return line
    }
    if (AFTER_SIGNATURE.test(words)) signatureLinesLeft = 0
    if (signatureLinesLeft === 0 || words === '') return line
    signatureLinesLeft -= 1
    return hasLabelledId(words) ? line : (line.match(CERTAIN_ID) ?? []).join(' ')
  })
  return kept.join('\n')
}

const MAX_NAME_CHARS = 80
const MAX_NAME_WORDS = 6
/** A title or company after a name: "| Success Manager", ", Acme Inc". */
const AFTER_NAME = /[|,·–(].*/u
/** "de", "van", "der" in a name. */
const MAX_PARTICLE_CHARS = 3

/** True for a name, which capital letters tell from a sentence: "Jo", "jo", "Dr. Eva Müller", "Mia Chen | Success Manager". */
function isName(line: string): boolean {
  const words = line.replace(AFTER_NAME, '').trim().split(/\s+/u)
  if (line.length > MAX_NAME_CHARS || words.length > MAX_NAME_WORDS || /[\d_@]/u.test(line)) return false
  const [onlyWord] = words.length === 1 ? words : []
  if (onlyWord !== undefined && !onlyWord.includes('-')) return true
  return words.every((word) => !/^\p{Ll}/u.test(word) || word.length <= MAX_PARTICLE_CHARS)
}
