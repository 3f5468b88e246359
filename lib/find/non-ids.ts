import { ID_LABEL, ID_LIST, LISTED, OBJECTS } from './id-words'

/*
 * What a ticket has beside its IDs: dates, amounts, phone numbers and postal addresses, in the languages of customers. Every
 * repetition in these patterns is bounded.
 */

/**
 * Returns a text with a gap for each date, time, amount, quantity, number with separators, phone, bank and register
 * number, and postal address.
 */
export function withoutNonIds(text: string): string {
  const spaced = text.replaceAll(EAST_ASIAN, '\n').replaceAll(EAST_ASIAN_BORDER, ' ')
  return NON_IDS.reduce((rest, nonId) => rest.replaceAll(nonId, '\n'), spaced)
}

/** Returns a text with a gap for each small number, year and count that no label announces: "2 users", "step 3", "only 300". */
export const withoutCounts = (text: string) => text.replaceAll(COUNTING_NUMBERS, '\n')

/** Returns a text with a gap for each number of a sentence that names no object before it: "see 1042". */
export const withoutProseNumbers = (text: string) => text.replaceAll(PROSE_NUMBERS, '\n')

const SPACE = String.raw`[ \u00a0\u202f]`
const NUMBER = String.raw`[-+−]?(?:\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3}){1,5}|\d{1,15})(?:[.,]\d{1,15})?`
const CURRENCY = String.raw`(?:(?:[a-z]{1,2})?\$|[€£¥₹₩₽₺₪₫฿￥￡￦]|USD|EUR|GBP|CHF|JPY|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|INR|BRL|MXN|CNY|SGD|HKD|ZAR|TRY|ILS|AED|KRW|KWD|BHD|TND|SAR|CLP|ARS|ISK|VND|THB|IDR|MYR|TWD|RON|UAH|kr|zł|kč|руб|euros?|dollars?|d[oó]lares|pounds?|pesos|reais|franken|francs?|cents?)`
const TIME_UNIT = String.raw`(?:seconds?|secs?|minut(?:es?|en|os)|mins?|hours?|hrs?|stunden?|heures?|horas?|days?|tag(?:e|en)?|jours?|d[ií]as?|giorni|dni|dagar|weeks?|wks?|wochen?|semaines?|semanas?|settimane|months?|mos?|monat(?:e|en|s)?|mois|m[eê]s(?:es)?|mesi|years?|yrs?|jahr(?:e|en)?|ans|años?|anos?|anni)`
const THING = String.raw`(?:users?|seats?|licen[cs]es?|lizenz(?:en)?|people|times?|fois|veces|vezes|volte|calls?|events?|requests?|replies|rows?|lines?|items?|credits?|guthaben|sms|messages?|nachrichten|tokens?|contacts?|kontakte|e-?mails?|units?|einheiten|images?|minutes|employees|mitarbeiter|invoices|subscriptions|subs|accounts|customers|usuarios|usu[aá]rios|licen[cç](?:as|ias)|bytes)`
const UNIT = String.raw`(?:%|‰|percent|prozent|pct|${TIME_UNIT}|${THING}|[kmgt]i?b|bn|ms|kg|km|cm|mm|px|pt|st|nd|rd|th)`
const PLACE = String.raw`(?:tier|level|step|phase|prio|priority|page|line|row|section|clause|chapter|version|build|release|index|attempt|kw|week|seite|zeile|schritt|page|étape|página|linea|línea|paso|(?:status|error|exit|response) code|status|error|http)`
const PROGRAM = String.raw`(?:ios|android|windows|macos|chrome|firefox|safari|edge|iphone|node|python|java|php)`

/** Amounts, quantities, numbers with separators, versions and places in a document. */
const AMOUNT_PATTERNS = [
  // Addresses of machines.
  String.raw`\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?`,
  String.raw`[-+−]?${CURRENCY}${SPACE}?${NUMBER}(?:[km]|\.?[-–—])?`,
  // A number after a label is an ID: "invoice 1042 EUR 98.00", "invoices 104 105".
  String.raw`(?=[-+−]?\d)(?<!${ID_LABEL})${NUMBER}[km]?${SPACE}?${CURRENCY}`,
  String.raw`(?=[-+−]?[1-9])(?<!${ID_LIST})[-+−]?\d{1,3}(?: \d{3}){1,5}(?:[.,]\d{1,15})?`,
  // "5-7 business days", "14-day trial", "3-Monats-Frist", "15 minutes", "48h".
  String.raw`\d{1,4}${SPACE}?[-–—]${SPACE}?\d{1,4}(?= ?(?:(?:business|working) )?${TIME_UNIT})`,
  String.raw`\d{1,3}-(?:${TIME_UNIT}|${THING}|bit|star|digit|way|fold|monat|jahr|stund|wöch|tägig|jähr)\p{L}{0,12}(?:-\p{L}{1,20}){0,2}`,
  String.raw`(?=[-+−]?\d)(?<!${ID_LABEL})${NUMBER}(?:[ \u00a0-]?(?:[\p{L}-]{2,12}[ -])?${UNIT}|[kmsdhx])(?:/\p{L}{1,8})?`,
  // "12,000", "12.000,50", "1,20,000".
  String.raw`[-+−]?\d{1,3}(?:[.,'’\u00a0\u202f]\d{3}){1,5}(?:[.,]\d{1,15})?(?:\.[-–—])?`,
  String.raw`[-+−]?\d{1,2}(?:,\d{2}){1,5},\d{3}(?:\.\d{1,15})?`,
  String.raw`[-+−]?\d{1,15},\d{1,2}|0,\d{1,15}|\d{1,15}[.,][-–—]`,
  String.raw`\d{1,3}(?:/\d{1,3}){1,2}|\d{1,2}/\d{4}|\d{1,2} ?[-–—] ?\d{1,2}|\d{1,2}-\d{1,2}-\d{1,2}`,
  String.raw`\d{1,5}[x×]\d{1,5}|(?:\d{1,4}(?:ms|[dhms])){2,4}`,
  String.raw`http/\d(?:\.\d)?"?${SPACE}[1-5]\d\d`,
  // Versions, products and places in a document.
  String.raw`${PLACE}[ :-]{0,2}v?\d{1,6}(?:[._/]\d{1,6}){0,4}|${PROGRAM} ?v?\d{1,6}(?:\.\d{1,6}){0,4}`,
  String.raw`\p{L}{2,20}/\d{1,5}(?:\.\d{1,6}){1,4}`,
  String.raw`v?\d{1,15}(?:\.\d{1,15}){1,5}|v\d{1,3}`,
  String.raw`b2[bc]|[23]fa|utf-?(?:8|16)|iso-?\d{4,5}(?:-\d{1,2})?|sha-?\d{1,3}|ipv[46]|oauth2|x86_64|x64|win(?:32|64)|base64|covid-19|mp[34]`,
  String.raw`\p{L}[\p{L}_]{0,39}(?<!(?:id|ids|no|nr|number|ref|invoice|customer|subscription|account|order))=[-+]?\d{1,15}(?:\.\d{1,15})?(?:ms|s)?`,
]

/** What a number after it counts: "charged 1299", "instead of 999", "only 300". */
const BEFORE_AMOUNT = String.raw`(?:charged|pays?|paid|costs?|bought|used|than|instead of|only|about|around|over|under|nearly|almost|least|by|from|to|statt|nur|etwa|rund|mindestens|als|um|auf|von|gekauft|bezahlt|berechnet|kostet)${SPACE}`
/** A number that no label and no field announces: of at most two digits, a year, or one that counts something. */
const COUNTING_NUMBER = String.raw`(?=[-+−]?\d)(?<!${ID_LIST})(?<![:=] {0,3})(?:[-+−]?\d{1,2}|(?:19[89]|20[0-3])\d(?!\d)|(?<=${BEFORE_AMOUNT})\d{3,15}|\d{3,15}(?=${SPACE}(?:more|less|fewer|mehr|weniger)))(?![+/])`
/** A number between the words of a sentence that has named no object before it. */
const PROSE_NUMBER = String.raw`(?<=[\p{L}\p{N},.)’'%]${SPACE})(?<!(?:${OBJECTS})[^.!?\n\d]{0,30}${LISTED})(?<!${ID_LIST})\d{3,15}(?![+/])`

const MONTH = String.raw`(?:jan(?:uary|uari?|vier|v|eiro)?|jänner|ene(?:ro)?|gen(?:naio)?|feb(?:ruary?|ruari|rero|braio)?|f[ée]v(?:rier|r|ereiro)?|mar(?:ch|s|t|ts|zo|ço|ca)?|märz?|maart|mrt|apr(?:ile?)?|abr(?:il)?|avr(?:il)?|ma[iyj]|mayo|maggio|mag|mei|maio|maja|june?|juni|junio|junho|juin|giu(?:gno)?|jul[yi]?|julio|julho|juil(?:let)?|lug(?:lio)?|aug(?:usti?|ustus)?|août|ago(?:sto)?|sep(?:t|tember|tembre|tiembre)?|set(?:embro|tembre)?|o[ck]t(?:ober|obre|ubre)?|out(?:ubro)?|ott(?:obre)?|nov(?:ember|embre|iembre|embro)?|de[cz](?:ember|embro)?|déc(?:embre)?|dic(?:iembre|embre)?|stycznia|lutego|kwietnia|czerwca|lipca|sierpnia|września|października|listopada|grudnia|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)\.?`
const YEAR = String.raw`(?:19|20)\d\d`
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th|er|ro|[ºª°]|\.)?`
const OFFSET = String.raw`[-+−]\d{1,2}(?::?\d{2})?`
const ZONE = String.raw`\(?(?:z|(?:utc|gmt)(?:${OFFSET})?|[bcejp]?[es]?[sd]?t|${OFFSET})\)?`
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?`
const HOUR = String.raw`\d{1,2}${SPACE}?(?:uhr|h(?:${SPACE}?\d{2})?)`
const HALF_DAY = String.raw`\d{1,2}(?:[.:]\d{2})?${SPACE}?[ap]\.?m\.?`
const TIME = String.raw`(?:${HALF_DAY}|${HOUR}|${CLOCK}(?:${SPACE}?(?:uhr|h))?)(?:${SPACE}?${ZONE})?`

/** Dates, times and time zones. */
const DATE_PATTERNS = [
  String.raw`(?:africa|america|antarctica|asia|atlantic|australia|europe|indian|pacific|etc)/[a-z_+/-]{1,40}\d{0,2}`,
  String.raw`(?:utc|gmt)${SPACE}?${OFFSET}`,
  // Dates with a time.
  String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[t ]${CLOCK}${SPACE}?(?:${ZONE})?)?`,
  String.raw`\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})?`,
  String.raw`${YEAR}-(?:0[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])/${YEAR}`,
  String.raw`${DAY}[ /-]?(?:of |de )?${MONTH}(?:(?:,? |[/-])(?:de )?(?:${YEAR}|['’]?\d{2}(?!:)))?(?::${CLOCK}(?: ${OFFSET})?)?`,
  String.raw`${MONTH}(?:[ -](?:${YEAR}|${DAY}(?:,? ${YEAR})?)|/(?:${YEAR}|\d{2}))`,
  String.raw`(?:©|\(c\)|in|im|seit|since|en|em|desde|depuis|dal|year|año|ano|jahr|année|fy) ?${YEAR}`,
  // Times and spans of time.
  String.raw`${TIME}(?:${SPACE}?[-–—]${SPACE}?${TIME})?`,
]

/**
 * Dates, amounts and counts of Chinese, Japanese and Korean, which are written without spaces:
 * "2026年11月3日", "12,000円", "3名".
 */
const EAST_ASIAN_PATTERNS = [
  String.raw`〒\d{3}-\d{4}`,
  String.raw`第?\d[\d,.]{0,20}(?:年|月|日|時|时|分|秒|円|元|万|億|亿|千|名|人|件|回|個|个|点|台|社|階|歳|天|次|块|週|周|ヶ月|か月|カ月|년|월|일|시|분|초|원|명|개|건|회|층|만)`,
]

/** An order of the sender: "order 1014", "Bestellung Nr. 1020", "PO 1201". */
const ORDER = String.raw`(?:purchase orders?|orders?|bestell(?:ung|nummer|nr)|auftrags?(?:nummer|nr)?|pedido|commande|p\.?o\.?)(?:[ -]?(?:no|nr|number|nummer|#))?[.:]{0,2}${SPACE}{0,2}#?\d{1,12}`

/** A sender's own reference: "our ref 2026/11/778", "Ticket reference: 12/345". "Invoice ref 2026/1042" is an invoice's number. */
const REFERENCE = String.raw`(?<!(?:${OBJECTS})s?[ -]{1,2})(?:(?:ticket|case)[ -])?(?:ref(?:erences?)?|referenz|(?:akten|geschäfts)?zeichen|az)[.:]{0,2}(?: ?(?:no|nr|number|nummer)[.:]{0,2})?${SPACE}{0,2}\d{1,8}(?:/\d{1,8}){1,4}`

const PHONE_LABEL = String.raw`(?:tel|telefon[oe]?|telephone|téléphone|teléfono|tél|tlf|phone|fax|mobile?|móvil|cell?|celular|handy|office|direct|电话|電話|携帯|전화|연락처|телефон|тел)`
const EXTENSION = String.raw`(?:,?${SPACE}?(?:x|ext\.?|extension|durchwahl|dw|poste)${SPACE}?\d{1,5})?`

/** References, and phone, bank, card, tax and register numbers. */
const CONTACT_PATTERNS = [
  REFERENCE,
  ORDER,
  // Bank and card numbers.
  String.raw`[3-6]\d{3}(?:[ -]\d{4}){3}`,
  String.raw`(?:bic|swift)(?:-code)?:?${SPACE}[a-z0-9]{8,11}`,
  String.raw`(?:ending|ends|endend|endet|finissant|termina(?:da)?) (?:in|with|on|auf|par|en) \d{4}|[*x•]{2,16}${SPACE}?\d{4}`,
  // Tax and register numbers.
  String.raw`(?:vat|ust|mwst|tva|iva|btw|nif|nie|cif|rfc|cpf|cnpj|siret|siren|rcs \p{L}{3,20}|hr[ab]|kvk|nip|regon|krs|gstin|ein|abn|eori|steuer)(?:[ .-]?id)?(?:[ .-]?(?:no|nr|number|nummer|num|n°|nº))?[.:]{0,2}(?:${SPACE}(?:is|ist|lautet))?${SPACE}?(?:[a-z]{2}${SPACE}?)?[a-z]?\d[\d ./-]{4,18}(?:[\da-z]|b\d\d)(?:${SPACE}[a-z](?![\p{L}]))?`,
  String.raw`(?:zip|plz|postcode|postal code|code postal)(?: code)?[ :]{1,2}\d{4,6}(?:-\d{4})?`,
  String.raw`registered in [\p{L} ]{2,40}(?:no|number|nr)[.:]{0,2}${SPACE}?[a-z]{0,2}\d{5,10}`,
  String.raw`\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}`,
  // Phone numbers.
  String.raw`${PHONE_LABEL}[.:]{0,2}${SPACE}{0,3}\+?\d[\d() ./-]{4,20}\d${EXTENSION}`,
  String.raw`0[1-9]\d{8,11}`,
  String.raw`1[3-9]\d[ -]\d{4}[ -]\d{4}`,
  String.raw`(?:\+[1-9]|00[1-9]\d{0,2}[() ./-])[\d() ./-]{5,22}\d${EXTENSION}`,
  String.raw`(?:[1-9]${SPACE})?\(\d{2,5}\)[ \d./-]{4,16}\d${EXTENSION}`,
  String.raw`(?!\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d)0\d{1,5}[ ./-]\d[\d ./-]{3,14}\d`,
  String.raw`(?:1[-. ])?\d{3}[-. ]\d{3}[-. ]\d{4}${EXTENSION}`,
  String.raw`\d{3}-\d{4}`,
]

const CAPITAL = '[A-ZÀ-ÖØ-ÞŁŚŻ]'
const NAME = String.raw`${CAPITAL}[A-Za-zÀ-ž.'’-]{0,30}`
const PARTICLE = String.raw`(?:d[aeio]s?|del|della|la|las|los|le|les|of|the|van|den)`
const HOUSE = String.raw`\d{1,4}(?:[ -]?[a-zA-Z]{1,3}(?![A-Za-zÀ-ž]))?`
const FLOOR = String.raw`(?:[, -]{1,3}\d{1,2}[.]?[º°ª][^,\n]{0,8})?`
const POSTCODE = String.raw`(?:\d{4} [A-Z]{2}|(?:[A-Z]{1,3}-)?\d{4,6}(?:-\d{3,4})?)(?= ${CAPITAL})`
const TOWN = String.raw`(?:[\s,·|–-]{1,4}${POSTCODE})?`

/** Bank accounts and postal addresses, which have capital letters. */
const CAPITALIZED_PATTERNS = [
  String.raw`[A-Z]{2}\d{2}(?:${SPACE}?[A-Z0-9]{4}){3,7}(?:${SPACE}?[A-Z0-9]{1,3})?(?<=\d)`,
  String.raw`\d{1,5}[A-Za-z]?,? (?:(?:${NAME}|\d{1,3}(?:st|nd|rd|th)) ){0,4}(?:Broadway|Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Boulevard|Blvd|Way|Square|Sq|Court|Ct|Place|Pl|Terrace|Close|Crescent|Parkway|Pkwy|Highway|Hwy|Row|Walk|Mews|Quay|Gardens)`,
  String.raw`(?:Suite|Ste|Floor|Flat|Apt|Apartment|Unit|Room|Bldg|Building|P\.?O\.? Box|Postfach|Piso|Etage|Étage|Apto|Sala)\.? #?\d{1,5}[A-Za-z]?`,
  String.raw`\d{1,3}[Ff](?=,)|#\d{2}-\d{2}(?!\d)`,
  String.raw`${NAME}(?:straße|strasse|str\.?|weg|platz|allee|gasse|ring|damm|ufer|straat|laan|gracht|plein|kade|gatan|vägen) ${HOUSE}${TOWN}`,
  String.raw`\d{1,4}(?: ?(?:bis|ter))?,? (?:rue|avenue|av\.|boulevard|bd|place|chemin|impasse|quai|allée|cours|route) [^,\n–|·\d]{2,50}${TOWN}`,
  String.raw`(?:C/|Calle|Avda\.?|Avenida|Av\.|Plaza|Paseo|Rua|Praça|Travessa|Via(?:le)?|Piazza|Corso|Largo|ul\.) ?(?:(?:${NAME}|${PARTICLE}),? ){1,5}(?:n\.?[ºo°] ?)?${HOUSE}${FLOOR}${TOWN}`,
  // Tax numbers.
  String.raw`DE\d{9}|ATU\d{8}|NL\d{9}B\d{2}|FR[A-Z\d]{2}\d{9}|IT\d{11}|GB\d{9}|ES[A-Z\d]\d{7}[A-Z\d]`,
  String.raw`(?<=, |\b(?:in|aus) )\d{5}(?= ${CAPITAL}[a-zà-ž])`,
  // Postcodes of the United States, the United Kingdom, Brazil and Portugal.
  String.raw`(?<=, )[A-Z]{2} \d{5}(?:-\d{4})?`,
  String.raw`[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}`,
  String.raw`CEP:? \d{5}-\d{3}|(?<=, )\d{4}-\d{3}(?= ${CAPITAL})`,
]

const START = String.raw`(?<![\p{L}\p{N}_@#/-]|\d[.,]|\p{L}[‐‑‒–−])`
const END = String.raw`(?![\p{L}\p{N}_@]|-[\p{L}\p{N}]|[‐‑‒–−]\p{L})`
/** One expression for many patterns, because browsers take long to compile each. */
const anyOf = (patterns: readonly string[], flags: string) =>
  new RegExp(`${START}(?:${patterns.join('|')})${END}`, flags)

const EAST_ASIAN = new RegExp(EAST_ASIAN_PATTERNS.join('|'), 'gu')
/** Chinese, Japanese and Korean have no spaces between words: "請求書番号1042の件". */
const EAST_ASIAN_BORDER =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー])(?=[A-Za-z0-9#])|(?<=[A-Za-z0-9])(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])/gu
const NON_IDS = [
  anyOf(CAPITALIZED_PATTERNS, 'gu'),
  anyOf(CONTACT_PATTERNS, 'giu'),
  anyOf(DATE_PATTERNS, 'giu'),
  anyOf(AMOUNT_PATTERNS, 'giu'),
]
const COUNTING_NUMBERS = anyOf([COUNTING_NUMBER], 'giu')
const PROSE_NUMBERS = anyOf([PROSE_NUMBER], 'giu')
