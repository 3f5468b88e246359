import { MAX_ID_CHARS, idProblem } from '@/contract/requestable-id'
import { type Candidate, hasKnownPrefix, idsOfPath, idsOfUrl, isHost, likelyIds } from './likely-ids'
import {
  brokenSpelling,
  hasOnlyOrdinaryWords,
  idSpellings,
  isOrdinaryWord,
  labelledIds,
  withJoinedIds,
} from './id-words'
import { hasFewWords, isCardNumber, withoutCardNumbers } from './one-id'
import { withoutCounts, withoutNonIds, withoutProseNumbers } from './non-ids'
import { withoutMachineLines, withoutSignatures, withoutTechnicalText } from './ticket-text'

/** The most IDs of one text that the console looks up in the billing API. */
export const MAX_CANDIDATES = 25

/** The most characters of a word with marks around it. Longer words are skipped, which keeps the work linear. */
const LONGEST_WORD = 1024
const WEB_ADDRESS = /\bhttps?:\/\/[^\s<>"“”«»`|]{1,2048}/giu
const AFTER_ADDRESS = /(?<![).,;:!?'’\]}])[).,;:!?'’\]}]+$/u
const MARKS = ['""', "''", '“”', '‘’', '„“', '«»', '»«', '``', '「」', '『』']
const BETWEEN_MARKS = MARKS.map(
  (marks) => `${marks.charAt(0)}([^${marks}\\n]{1,${MAX_ID_CHARS}})${marks.charAt(1)}`,
).join('|')
/** The name of a field that holds a name, an address or text: a quotation after it is not an ID. */
const TEXT_FIELD = String.raw`(?<!(?:name|address|street|city|phone|notes?|description|message|subject|title|comment|detail|msg)["']?\s{0,4}[:=]\s{0,4})`
/**
 * A quotation that starts and ends at a word boundary, which excludes apostrophes. A quotation before a colon is a field's
 * name, and before "<" a person's name in a mail header.
 */
const QUOTED = new RegExp(`${TEXT_FIELD}(?<![\\p{L}\\p{N}])(?:${BETWEEN_MARKS})(?![\\p{L}\\p{N}]|\\s*[:<])`, 'giu')
/** A quotation of several words is a name when each starts with a capital letter or has a digit: “Acme Inc”. */
const NAME = /^(?:[^\s\p{Ll}]|[^\s\p{Nd}]*\p{Nd})\S*(?:\s+(?:[^\s\p{Ll}]|[^\s\p{Nd}]*\p{Nd})\S*)*$/u
/** `"customer_id":` in JSON. */
const FIELD_NAME = /(["'])[\p{L}\p{N}_.-]{1,60}\1\s{0,4}:/gu
const BETWEEN_WORDS = /[\s,;|<>()[\]{}"“”„«»‹›→—`、。・「」『』【】〒\p{Cc}]+/u
const AROUND_WORDS = /^[.:!?'‘’*#~…–—-]+|[.:!?'‘’*#~/…–—]+$/gu
const GENITIVE = /['’]s$/u
/** Soft hyphens, zero-width spaces and direction marks. Text copied from web pages contains them invisibly. */
const INVISIBLE = /\p{Cf}+/gu
/** `１０４２`, `：`: the wide forms of ASCII in Chinese, Japanese and Korean. */
const WIDE = /[\uff01-\uff5e]/gu
/** `subscription:sub_1`, `id=sub_1`. */
const NAMED = /^[\p{L}_-]{1,40}[:=](.+)$/u
/** `Nr.1042`, `invoice#1042`. */
const NUMBERED =
  /^(?:\p{L}{0,20}n[or]\.|n[or]|n[°º]|№|num|(?:invoice|rechnung|facture|factura|fatura|ticket|case|order)\s?#|ref\.)(?=\d)/iu
const HAS_DIGIT = /\p{Nd}/u
const HAS_LETTER = /\p{L}/u
const LONG_CHARS = 8
const EMAIL = /^[^\s@:=]+@[^\s@]+\.[^\s@]+$/u
const MAX_EMAILS = 5

export interface Candidates {
  /** Sorted by likelihood, then by order in the text. */
  ids: string[]
  /** The IDs that a URL marks as a customer's. */
  customers: ReadonlySet<string>
  /** At most five email addresses without a customer label. They are IDs only when the index knows them as customers. */
  emails: string[]
  /** The spelling in the text of each ID whose characters were changed: joined lines, other hyphens, decoded characters. */
  written: ReadonlyMap<string, string>
  /** The number of candidates beyond `MAX_CANDIDATES`. */
  more: number
}

/**
 * Returns the possible IDs in a text: words with a digit, `_` or `-`, words and email addresses after a label, short
 * quotations, and the decoded ID segments of URLs. Excludes card numbers, dates, times, amounts, numbers with separators, phone numbers, names, addresses, signatures,
 * mail headers, markup, stack traces and words of ordinary language.
 */
export function candidateIds(text: string): Candidates {
  const ofAddresses: Candidate[] = []
  const people = withoutMachineLines(withJoinedIds(text.replaceAll('\r\n', '\n').replaceAll(WIDE, narrow)))
  const withoutUrls = people.replaceAll(WEB_ADDRESS, (address) => {
    ofAddresses.push(...idsOfUrl(address.replaceAll(INVISIBLE, '').replace(AFTER_ADDRESS, '')))
    return '\n'
  })
  const rest = withoutSignatures(withoutTechnicalText(withoutCardNumbers(withoutUrls)))
  const quoted = [...rest.matchAll(QUOTED)].map((match) => match.slice(1).find(Boolean)?.trim() ?? '').filter(isName)
  const labelled = new Set(labelledIds(rest).filter(isNoNumber))
  const named: Candidate[] = [...labelled, ...quoted].map((id) => ({ id }))
  const all = [...ofAddresses, ...idsOfWords(rest), ...named].filter(({ id }) => canBeId(id))
  const places = new Set(all.filter(({ isOfPage }) => isOfPage).map(({ id }) => id))
  const isUnsure = (id: string) => EMAIL.test(id) && !labelled.has(id) && !places.has(id)
  const possible = [...new Set(all.map(({ id }) => id))]
  const ids = possible.filter((id) => !isUnsure(id))
  const likelyFirst = ids.toSorted((a, b) => likelihood(b, places) - likelihood(a, places)).slice(0, MAX_CANDIDATES)
  return {
    ids: likelyFirst,
    customers: new Set(all.filter(({ isCustomer }) => isCustomer).map(({ id }) => id)),
    emails: possible.filter(isUnsure).slice(0, MAX_EMAILS),
    written: spellingsIn(text, likelyFirst, all),
    more: Math.max(0, ids.length - MAX_CANDIDATES),
  }
}

/** Returns the spelling in the text of each ID that differs from it. */
function spellingsIn(text: string, ids: readonly string[], all: readonly Candidate[]): Map<string, string> {
  const unchanged = new Set(all.filter(({ written }) => written === undefined).map(({ id }) => id))
  const changed = new Map(all.map(({ id, written }) => [id, written]))
  const spellings = ids.flatMap((id): [string, string][] => {
    const written = unchanged.has(id) ? brokenSpelling(text, id) : changed.get(id)
    return written === undefined ? [] : [[id, written]]
  })
  return new Map(spellings)
}

/** Ranks how likely a candidate is an ID, 0 to 4. */
function likelihood(id: string, places: ReadonlySet<string>): number {
  if (places.has(id) || hasKnownPrefix(id)) return 4
  const isMixed = HAS_DIGIT.test(id) && HAS_LETTER.test(id)
  if (isMixed && id.length >= LONG_CHARS && !/[\s@:=]/u.test(id)) return 3
  if (isMixed && /[_-]/u.test(id)) return 2
  return /[_@-]/u.test(id) && !/[:=]/u.test(id) ? 1 : 0
}

function idsOfWords(text: string): Candidate[] {
  const prose = withoutNonIds(text.replaceAll(FIELD_NAME, ' : '))
  // In a short text even a small number may be the ID: "globex 12".
  if (hasFewWords(text)) return splitIds(prose)
  const uncounted = withoutCounts(prose)
  const certain = splitIds(withoutProseNumbers(uncounted))
  return certain.length > 0 ? certain : splitIds(uncounted)
}

const splitIds = (words: string) => words.split(BETWEEN_WORDS).flatMap(idsOfWord)

function idsOfWord(word: string): Candidate[] {
  if (word.length > LONGEST_WORD) return []
  const visible = word.replaceAll(INVISIBLE, '')
  const ofPath = idsOfPath(visible)
  if (ofPath) return ofPath
  if (isHost(visible)) return idsOfUrl(`https://${visible}`)
  return partsOf(visible)
    .flatMap(namedAndBare)
    .flatMap((written) => {
      const plain = idSpellings(written)[0] ?? written
      return likelyIds([plain]).map((id) => (plain === written ? { id } : { id, written }))
    })
}

/** Splits `INV-1042/INV-1043` and `sub_1/sub_2`, but not `FV/1042/2026`. */
function partsOf(word: string): string[] {
  const parts = word.split('/')
  return parts.every(hasKnownPrefix) ? parts : [word]
}

function namedAndBare(word: string): string[] {
  const bare = word.replaceAll(AROUND_WORDS, '')
  const number = bare.replace(NUMBERED, '')
  if (number !== bare) return [number]
  const [, named = ''] = NAMED.exec(bare) ?? []
  return [named, bare].flatMap((id) => [id.replace(GENITIVE, ''), id])
}

const narrow = (wide: string) => (wide === '：' ? ': ' : String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfe_e0))

/** True for a quotation that can be the name of a plan or a customer: few words, none of them ordinary language. */
const isName = (quotation: string) =>
  /^[\p{L}\p{N}]/u.test(quotation) &&
  hasFewWords(quotation) &&
  isNoNumber(quotation) &&
  (/\s/u.test(quotation)
    ? NAME.test(quotation) && !hasOnlyOrdinaryWords(quotation)
    : /^\p{Lu}/u.test(quotation) || !isOrdinaryWord(quotation))

/** False for a date, an amount or a phone number. */
const isNoNumber = (text: string) => withoutNonIds(text) === text

const canBeId = (text: string) => idProblem(text) === null && /[\p{L}\p{N}]/u.test(text) && !isCardNumber(text)
