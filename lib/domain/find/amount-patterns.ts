import { ID_LABEL, ID_LIST } from './id-labels'

/*
 * Sources of patterns for amounts, quantities, numbers with separators and versions. Every repetition is bounded.
 */

const SPACE = String.raw`[ \u00a0\u202f]`
const NUMBER = String.raw`[-+−]?(?:\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3}){1,5}|\d{1,15})(?:[.,]\d{1,15})?`
const CURRENCY = String.raw`(?:(?:[a-z]{1,2})?\$|[€£¥₹₩₽₺₪₫฿￥￡￦]|USD|EUR|GBP|CHF|JPY|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|INR|BRL|MXN|CNY|SGD|HKD|ZAR|TRY|ILS|AED|KRW|KWD|BHD|TND|SAR|CLP|ARS|ISK|VND|THB|IDR|MYR|TWD|RON|UAH|kr|zł|kč|руб|euros?|dollars?|d[oó]lares|pounds?|pesos|reais|franken|francs?|cents?)`
const TIME_UNIT = String.raw`(?:seconds?|secs?|minut(?:es?|en|os)|mins?|hours?|hrs?|stunden?|heures?|horas?|days?|tag(?:e|en)?|jours?|d[ií]as?|giorni|dni|dagar|weeks?|wks?|wochen?|semaines?|semanas?|settimane|months?|mos?|monat(?:e|en|s)?|mois|m[eê]s(?:es)?|mesi|years?|yrs?|jahr(?:e|en)?|ans|años?|anos?|anni)`
const THING = String.raw`(?:users?|seats?|licen[cs]es?|lizenz(?:en)?|people|times?|fois|veces|vezes|volte|calls?|events?|requests?|replies|rows?|lines?|items?|invoices|subscriptions|subs|accounts|customers|usuarios|usu[aá]rios|licen[cç](?:as|ias)|bytes)`
const UNIT = String.raw`(?:%|‰|percent|prozent|pct|${TIME_UNIT}|${THING}|[kmgt]i?b|bn|ms|kg|km|cm|mm|px|pt|st|nd|rd|th)`
const PLACE = String.raw`(?:tier|level|step|phase|prio|priority|page|line|row|section|clause|chapter|version|build|release|index|attempt|kw|week|seite|zeile|schritt|page|étape|página|linea|línea|paso|(?:status|error|exit|response) code|status|error|http)`
const PROGRAM = String.raw`(?:ios|android|windows|macos|chrome|firefox|safari|edge|iphone|node|python|java|php)`

export const AMOUNT_PATTERNS = [
  // Addresses of machines.
  String.raw`\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?`,
  String.raw`[-+−]?${CURRENCY}${SPACE}?${NUMBER}(?:[km]|\.?[-–—])?`,
  // A number after a label is an ID: "invoice 1042 EUR 98.00", "invoices 104 105".
  String.raw`(?=[-+−]?\d)(?<!${ID_LABEL})${NUMBER}[km]?${SPACE}?${CURRENCY}`,
  String.raw`(?=[-+−]?[1-9])(?<!${ID_LIST})[-+−]?\d{1,3}(?: \d{3}){1,5}(?:[.,]\d{1,15})?`,
  // "5-7 business days", "14-day trial", "3-Monats-Frist", "15 minutes", "48h".
  String.raw`\d{1,4}${SPACE}?[-–—]${SPACE}?\d{1,4}(?= ?(?:(?:business|working) )?${TIME_UNIT})`,
  String.raw`\d{1,3}-(?:${TIME_UNIT}|${THING}|bit|star|digit|way|fold|monat|jahr|stund|wöch|tägig|jähr)\p{L}{0,12}(?:-\p{L}{1,20}){0,2}`,
  String.raw`(?=[-+−]?\d)(?<!${ID_LABEL})${NUMBER}(?:[ \u00a0-]?${UNIT}|[kmsdhx])(?:/\p{L}{1,8})?`,
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

/** The source of a pattern for a number of at most two digits that no label and no field announces. */
export const SMALL_NUMBER = String.raw`(?=[-+−]?\d)(?<!${ID_LIST})(?<![:=] {0,3})[-+−]?\d{1,2}`
