/*
 * Patterns of text with digits that is not an ID: dates, times, amounts, quantities, numbers with separators, phone and
 * bank numbers. Every repetition is bounded, so the work stays linear.
 */

const START = String.raw`(?<![\p{L}\p{N}_@#/-])`
const END = String.raw`(?![\p{L}\p{N}_@]|-[\p{L}\p{N}])`
const SPACE = String.raw`[ \u00a0\u202f]`
const NUMBER = String.raw`[-+−]?(?:\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3}){1,5}|\d{1,15})(?:[.,]\d{1,15})?`
const MONTH = String.raw`(?:jan|feb|fév|mar|mär|apr|avr|may|mai|jun|juin|jul|juil|aug|août|sep|oct|okt|nov|dec|dez|déc)\p{L}{0,7}\.?`
const YEAR = String.raw`(?:(?:19|20)\d\d)`
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th|er|\.)?`
const CURRENCY = String.raw`(?:[$€£¥₹₩]|US\$|USD|EUR|GBP|CHF|JPY|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|INR|BRL|MXN|CNY|SGD|HKD|ZAR|TRY|ILS|AED|KRW|euros?|dollars?|pounds?|franken|cents?)`
const UNIT = String.raw`(?:%|‰|percent|prozent|days?|weeks?|months?|years?|hours?|minutes?|mins?|seconds?|secs?|tagen?|tage|wochen?|monaten?|monate|jahren?|jahre|stunden?|minuten?|jours?|semaines?|mois|ans?|heures?|users?|seats?|licen[cs]es?|people|times?|mal|fois|[kmgt]b|x|ms|kg|km|st|nd|rd|th)`
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?`
const ZONE = String.raw`(?:z|utc|gmt|ce?s?t|[ap]\.?m\.?|uhr|h|[-+−]\d{2}:?\d{2})`

const PATTERNS = [
  // Bank and card numbers.
  String.raw`[a-z]{2}\d{2}(?:${SPACE}?[a-z0-9]{4}){3,7}(?:${SPACE}?[a-z0-9]{1,3})?(?<=\d)`,
  String.raw`[3-6]\d{3}(?:[ -]\d{4}){3}`,
  // Phone numbers.
  String.raw`(?:\+|00)[1-9][\d() ./-]{5,22}\d`,
  String.raw`\(\d{2,5}\)[ \d./-]{4,16}\d`,
  String.raw`(?:tel|telefon|telephone|téléphone|tél|phone|fax|mobile?|cell|handy)[.:]{0,2}${SPACE}{0,3}\+?\d[\d() ./-]{4,20}\d`,
  String.raw`0\d{1,5}[ /-]\d[\d ./-]{3,14}\d`,
  String.raw`\d{3}[-. ]\d{3}[-. ]\d{4}`,
  String.raw`\d{3}-\d{4}`,
  // Dates with a time, dates, times.
  String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[t ]${CLOCK}${SPACE}?${ZONE}?)?`,
  String.raw`\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})?`,
  String.raw`\d{4}-(?:0[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])/${YEAR}`,
  String.raw`${DAY}[ -]?(?:of |de )?${MONTH}(?:(?:,? |-)(?:de )?(?:${YEAR}|['’]?\d{2}))?`,
  String.raw`${MONTH}[ -]${DAY}(?:,? ${YEAR})?`,
  String.raw`${MONTH}[ -]${YEAR}`,
  String.raw`${CLOCK}${SPACE}?${ZONE}?`,
  String.raw`\d{1,2}${SPACE}?(?:[ap]\.?m\.?|uhr|h\d{0,2})`,
  // Amounts, quantities, numbers with separators.
  String.raw`[-+−]?${CURRENCY}${SPACE}?${NUMBER}[km]?`,
  String.raw`${NUMBER}[km]?${SPACE}?${CURRENCY}`,
  String.raw`${NUMBER}[ \u00a0-]?${UNIT}`,
  String.raw`[-+−]?\d{1,3}(?:[.,'’\u00a0\u202f]\d{3}){1,5}(?:[.,]\d{1,15})?`,
  String.raw`[-+−]?\d{1,15},\d{1,2}`,
  String.raw`v?\d{1,15}(?:\.\d{1,15}){1,3}`,
  String.raw`\d{1,4}(?:/\d{1,4}){1,2}`,
]
const NON_IDS = PATTERNS.map((pattern) => new RegExp(`${START}(?:${pattern})${END}`, 'giu'))

/** Returns a text with a gap for each date, time, amount, number with separators, phone number and bank number. */
export const withoutNonIds = (text: string) => NON_IDS.reduce((rest, nonId) => rest.replaceAll(nonId, '\n'), text)
