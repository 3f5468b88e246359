/*
 * Sources of patterns for dates, times and time zones, in the languages of customers. Every repetition is bounded.
 */

const MONTH = String.raw`(?:jan(?:uary|uari?|vier|v|eiro)?|jänner|ene(?:ro)?|gen(?:naio)?|feb(?:ruary?|ruari|rero|braio)?|f[ée]v(?:rier|r|ereiro)?|mar(?:ch|s|t|ts|zo|ço|ca)?|märz?|maart|mrt|apr(?:ile?)?|abr(?:il)?|avr(?:il)?|ma[iyj]|mayo|maggio|mag|mei|maio|maja|june?|juni|junio|junho|juin|giu(?:gno)?|jul[yi]?|julio|julho|juil(?:let)?|lug(?:lio)?|aug(?:usti?|ustus)?|août|ago(?:sto)?|sep(?:t|tember|tembre|tiembre)?|set(?:embro|tembre)?|o[ck]t(?:ober|obre|ubre)?|out(?:ubro)?|ott(?:obre)?|nov(?:ember|embre|iembre|embro)?|de[cz](?:ember|embro)?|déc(?:embre)?|dic(?:iembre|embre)?|stycznia|lutego|kwietnia|czerwca|lipca|sierpnia|września|października|listopada|grudnia|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)\.?`
const YEAR = String.raw`(?:19|20)\d\d`
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th|er|ro|[ºª°]|\.)?`
const SPACE = String.raw`[ \u00a0\u202f]`
const OFFSET = String.raw`[-+−]\d{1,2}(?::?\d{2})?`
const ZONE = String.raw`\(?(?:z|(?:utc|gmt)(?:${OFFSET})?|[bcejp]?[es]?[sd]?t|${OFFSET})\)?`
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?`
const HOUR = String.raw`\d{1,2}${SPACE}?(?:uhr|h(?:${SPACE}?\d{2})?)`
const HALF_DAY = String.raw`\d{1,2}(?:[.:]\d{2})?${SPACE}?[ap]\.?m\.?`
const TIME = String.raw`(?:${HALF_DAY}|${HOUR}|${CLOCK}(?:${SPACE}?(?:uhr|h))?)(?:${SPACE}?${ZONE})?`

export const DATE_PATTERNS = [
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
 * Sources of patterns for dates, amounts and counts of Chinese, Japanese and Korean, which are written without spaces:
 * "2026年11月3日", "12,000円", "3名".
 */
export const EAST_ASIAN_PATTERNS = [
  String.raw`〒\d{3}-\d{4}`,
  String.raw`第?\d[\d,.]{0,20}(?:年|月|日|時|时|分|秒|円|元|万|億|亿|千|名|人|件|回|個|个|点|台|社|階|歳|天|次|块|週|周|ヶ月|か月|カ月|년|월|일|시|분|초|원|명|개|건|회|층|만)`,
]
