import { hasLabelledId } from './id-labels'

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
