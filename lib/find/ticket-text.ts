import { hasLabelledId } from './id-words'

/*
 * Removes the parts of a ticket that hold no ID: what programs wrote (mail headers, stack traces, markup, fields), and signatures.
 */

const MAIL_HEADERS =
  /^[>\s]{0,20}(?:message-id|in-reply-to|references(?=:\s{0,3}<)|received(?=: (?:from|by) )|return-path|delivered-to|mime-version|content-[a-z-]{1,30}|dkim-signature|arc-[a-z-]{1,40}|authentication-results|thread-[a-z]{1,10}|list-[a-z]{1,15}|user-agent|importance|diagnostic-code|arrival-date|x-[a-z0-9-]{1,40}):[^\n]{0,2000}(?:\n[ \t]{1,16}\S[^\n]{0,2000}){0,30}/gimu
const STACK_FRAME =
  /^[^\S\r\n\u2028\u2029]*(?:at [^\n]{1,500}:\d{1,7}\)?|at [^\n]{1,300}\(index \d+\)|File "[^"\n]{1,500}", line \d+[^\n]{0,200}|\.{3} \d+ more|#\d{1,3} (?:[/\\{]|[A-Z]:\\|\[internal)[^\n]{0,500})[^\S\r\n\u2028\u2029]*$/gmu
/** `/srv/app/billing.js:12`, `C:\app\billing.cs`. */
const FILE_PATH =
  /(?<![\p{L}\p{N}:/.])(?:[a-z]:)?[/\\](?:[\p{L}\p{N}@._-]{1,100}[/\\]){1,30}[\p{L}\p{N}@_-]{1,100}\.[a-z]{1,5}(?::\d{1,7}){0,2}(?![\p{L}\p{N}/])/giu
const FILE_NAME =
  /(?<![\p{L}\p{N}_.@/-])(?!(?:sub|subscription|inv|invoice|cus|customer|acct)[_-]|[\da-f]{8}-[\da-f]{4}-)[\p{L}\p{N}_+.-]{1,120}\.(?:png|jpe?g|gif|svg|webp|heic|pdf|docx?|xlsx?|pptx?|csv|zip|eml|ics|txt|log)(?![\p{L}\p{N}])/giu
const MARKUP =
  /<style\b[^<]{0,20000}<\/style>|<[!?][^<>]{0,1000}>|<\/?(?:a|p|b|i|u|div|span|td|th|tr|table|tbody|thead|br|hr|img|strong|em|font|body|html|head|meta|link|ul|ol|li|h[1-6]|blockquote|pre|code|center)(?:\s[^<>]{0,2000})?\/?>/giu
const ENTITY = /&(?:#\d{1,6}|#x[0-9a-f]{1,6}|[a-z]{2,8});/giu
const BROWSER = /Mozilla\/5\.0[^\n"]{0,300}/gu
/** `:thumbs_up:`, `<@U012AB3CD>`. */
const CHAT_MARK = /(?<![\p{L}\p{N}"'=])(?::\+?[a-z][a-z0-9_+-]{1,30}:|<[@!#][^<>\s]{1,60}>)(?![\p{L}\p{N}])/gu

const VALUE = String.raw`(?:"[^"\n]{0,400}"|'[^'\n]{0,400}'|[^\s,;&"'<>{}]{1,300})`
const BEFORE = String.raw`(?<![\p{L}\p{N}])(["']?)(?:[\p{L}\p{N}]{1,20}[_-]){0,4}`
const BEFORE_TEXT = String.raw`["'](?:[\p{L}\p{N}]{1,20}[_-]){0,4}`
/** Fields of requests, programs and postal addresses. */
const OTHER_FIELD = new RegExp(
  `${BEFORE}(?:(?:trace|span|session|request|correlation|message|build|commit)_?id|user_?agent|ip|etag|hash|sha|version)\\1\\s{0,3}[:=]\\s{0,3}${VALUE}|${BEFORE_TEXT}(?:phone|fax|zip|postal_?code|street|city|line[12])["']\\s{0,3}:\\s{0,3}${VALUE}`,
  'giu',
)
/** Fields of amounts, counts and instants. */
const NUMBER_FIELD = new RegExp(
  `${BEFORE}(?:amount|total|subtotal|price|quantity|qty|count|seats|page|limit|offset|port|status|(?:status|error|exit)_?code|created|updated|timestamp|ts|ms|seconds|retries|attempts?|line|rate|tax|percent|width|height|cellpadding|cellspacing|border|menge|betrag|anzahl|cantidad|importe|quantidade|valor|quantité|montant|(?:amount|total|price)_\\p{L}{1,20}|size)\\1\\s{0,3}[:=]\\s{0,3}["']?[-+]?\\d{1,20}(?:[.,/]\\d{1,20}){0,5}(?![\\p{L}\\p{N}_/:-])["']?`,
  'giu',
)
/** Fields of closed lists, such as a status. */
const CHOICE_FIELD = new RegExp(
  `${BEFORE}(?:status|country|type|state|reason|cycle|level|locale|lang|language|time_?zone|tz|currency|method|mode|cadence|interval|event)\\1\\s{0,3}[:=]\\s{0,3}["']?(?!(?:sub|inv|cus)_)[a-z]{1,30}(?:[._-][a-z]{1,30}){0,4}(?![\\p{L}\\p{N}_@/-])["']?`,
  'giu',
)

/** Returns a text without the mail headers and stack frames that name machines, messages and files. */
export const withoutMachineLines = (text: string) => text.replaceAll(MAIL_HEADERS, '').replaceAll(STACK_FRAME, '')

/** Returns a text, whose URLs were taken out, without file paths, markup and fields that hold no ID. */
export const withoutTechnicalText = (text: string) =>
  [CHAT_MARK, MARKUP, ENTITY, BROWSER, FILE_PATH, FILE_NAME, OTHER_FIELD, NUMBER_FIELD, CHOICE_FIELD].reduce(
    (rest, pattern) => rest.replaceAll(pattern, ' '),
    text,
  )

const QUOTE_MARKS = /^[>|\s]{0,40}/u
/** A line that ends a mail: "Best regards,", "Mit freundlichen Grüßen", the delimiter "-- ". */
const CLOSING =
  /^(?:-- ?|(?:(?:best|kind|kindest|warm|many|with|mit|viele|beste|met|un|cordiali|distinti|cordiais)\s(?:\p{L}+\s){0,2})?(?:regards|wishes|thanks|thank you|cheers|best|rgds|sincerely|yours (?:faithfully|sincerely|truly)|gr[uü](?:ß|ss)(?:en?)?|gruess|danke|vielen dank|hochachtungsvoll|vg|lg|mfg|cordialement|bien à vous|merci|salutations|atentamente|saludos|un saludo|gracias|atenciosamente|cumprimentos|obrigad[oa]|saluti|groeten?|pozdrawiam|mvh|hälsningar|敬具|よろしくお願いいたします)(?:\s[\p{L}-]{1,20}){0,2})[\s,.!]*$/iu
/** Where the text goes on after a signature: a postscript, another mail's header, an entry of a chat. */
const GOES_ON =
  /^(?:p\.? ?s\.?[:\s]|(?:from|von|de|da|van|från|от|差出人)\s?:|on .{5,100} wrote|am .{5,100} schrieb|le .{5,100} écrit|el .{5,100} escribi|em .{5,100} escreveu|-{3,}|_{5,}|\[|\d{1,2}:\d\d|\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}[ ,])/iu
const MAX_LINES = 14
const LONGEST_NAME = 80
const AFTER_NAME = /[|,·–(].*/u
/**
 * What can be an ID among names, addresses and phone numbers: a known prefix, a word with a number
 * (`acme-4711`), a UUID, an email address, a page's path.
 */
const CERTAIN =
  /(?<![\p{L}\p{N}])(?:(?:sub|inv|cus|cust|acct)[_-][\p{L}\p{N}_-]{1,80}|[a-z]{3,20}[_-]\d{2,12}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,190}|\/(?:subscriptions|invoices|customers)\/\S{1,256})/giu

/**
 * Returns the text with signatures reduced to certain IDs: a known prefix, a UUID, an email address, or a line
 * that announces an ID. A signature is at most 14 lines below a closing that a name follows.
 */
export function withoutSignatures(text: string): string {
  const lines = text.split('\n').map((line) => ({ line, bare: line.replace(QUOTE_MARKS, '') }))
  let linesLeft = 0
  return lines
    .map(({ line, bare }, index) => {
      const isClosing = CLOSING.test(bare)
      if (isClosing && isName(lines.slice(index + 1, index + 4).find((next) => next.bare !== '')?.bare))
        linesLeft = MAX_LINES
      else if (GOES_ON.test(bare)) linesLeft = 0
      if (linesLeft === 0 || isClosing || bare === '') return line
      linesLeft -= 1
      return hasLabelledId(bare) ? line : (line.match(CERTAIN) ?? []).join(' ')
    })
    .join('\n')
}

/** True for a name, which capital letters tell from a sentence: "Jo", "Dr. Eva Müller", "Mia Chen | Success Manager". */
function isName(line = ''): boolean {
  const words = line.replace(AFTER_NAME, '').trim().split(/\s+/u)
  if (line.length > LONGEST_NAME || words.length > 6 || /[\d_@]/u.test(line)) return false
  return words.every(
    (word) => !/^\p{Ll}/u.test(word) || word.length <= 3 || (words.length === 1 && !word.includes('-')),
  )
}
