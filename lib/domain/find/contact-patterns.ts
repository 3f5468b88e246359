/*
 * Sources of patterns for phone, bank, card, tax and register numbers, and for postal addresses. Every repetition is
 * bounded.
 */

const SPACE = String.raw`[ \u00a0\u202f]`
const PHONE_LABEL = String.raw`(?:tel|telefon[oe]?|telephone|téléphone|teléfono|tél|tlf|phone|fax|mobile?|móvil|cell?|celular|handy|office|direct|电话|電話|携帯|전화|연락처|телефон|тел)`
const EXTENSION = String.raw`(?:,?${SPACE}?(?:x|ext\.?|extension|durchwahl|dw|poste)${SPACE}?\d{1,5})?`

export const CONTACT_PATTERNS = [
  // Bank and card numbers.
  String.raw`[3-6]\d{3}(?:[ -]\d{4}){3}`,
  String.raw`(?:bic|swift)(?:-code)?:?${SPACE}[a-z0-9]{8,11}`,
  String.raw`(?:ending|ends|endend|endet|finissant|termina(?:da)?) (?:in|with|on|auf|par|en) \d{4}|[*x•]{2,16}${SPACE}?\d{4}`,
  // Tax and register numbers.
  String.raw`(?:vat|ust|mwst|tva|iva|btw|nif|nie|cif|rfc|cpf|cnpj|siret|siren|rcs \p{L}{3,20}|hr[ab]|kvk|nip|regon|krs|gstin|ein|abn|eori|steuer)(?:[ .-]?id)?(?:[ .-]?(?:no|nr|number|num|n°|nº))?[.:]{0,2}${SPACE}?(?:[a-z]{2}${SPACE}?)?[a-z]?\d[\d ./-]{4,18}(?:[\da-z]|b\d\d)(?:${SPACE}[a-z](?![\p{L}]))?`,
  String.raw`registered in [\p{L} ]{2,40}(?:no|number|nr)[.:]{0,2}${SPACE}?[a-z]{0,2}\d{5,10}`,
  String.raw`\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}`,
  // Phone numbers.
  String.raw`${PHONE_LABEL}[.:]{0,2}${SPACE}{0,3}\+?\d[\d() ./-]{4,20}\d${EXTENSION}`,
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

/** Sources of patterns for bank accounts and postal addresses, which have capital letters. */
export const CAPITALIZED_PATTERNS = [
  String.raw`[A-Z]{2}\d{2}(?:${SPACE}?[A-Z0-9]{4}){3,7}(?:${SPACE}?[A-Z0-9]{1,3})?(?<=\d)`,
  String.raw`\d{1,5}[A-Za-z]?,? (?:(?:${NAME}|\d{1,3}(?:st|nd|rd|th)) ){0,4}(?:Broadway|Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Boulevard|Blvd|Way|Square|Sq|Court|Ct|Place|Pl|Terrace|Close|Crescent|Parkway|Pkwy|Highway|Hwy|Row|Walk|Mews|Quay|Gardens)`,
  String.raw`(?:Suite|Ste|Floor|Flat|Apt|Apartment|Unit|Room|Bldg|Building|P\.?O\.? Box|Postfach|Piso|Etage|Étage|Apto|Sala)\.? #?\d{1,5}[A-Za-z]?`,
  String.raw`\d{1,3}[Ff](?=,)|#\d{2}-\d{2}(?!\d)`,
  String.raw`${NAME}(?:straße|strasse|str\.?|weg|platz|allee|gasse|ring|damm|ufer|straat|laan|gracht|plein|kade|gatan|vägen) ${HOUSE}${TOWN}`,
  String.raw`\d{1,4}(?: ?(?:bis|ter))?,? (?:rue|avenue|av\.|boulevard|bd|place|chemin|impasse|quai|allée|cours|route) [^,\n–|·\d]{2,50}${TOWN}`,
  String.raw`(?:C/|Calle|Avda\.?|Avenida|Av\.|Plaza|Paseo|Rua|Praça|Travessa|Via(?:le)?|Piazza|Corso|Largo|ul\.) ?(?:(?:${NAME}|${PARTICLE}),? ){1,5}(?:n\.?[ºo°] ?)?${HOUSE}${FLOOR}${TOWN}`,
  // Postcodes of the United States, the United Kingdom, Brazil and Portugal.
  String.raw`(?<=, )[A-Z]{2} \d{5}(?:-\d{4})?`,
  String.raw`[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}`,
  String.raw`CEP:? \d{5}-\d{3}|(?<=, )\d{4}-\d{3}(?= ${CAPITAL})`,
]
