import { ENGLISH, type ReplyPrice, type Sentences } from './english'

const EVERY = new Map([
  ['monthly', 'im Monat'],
  ['quarterly', 'im Quartal'],
  ['annually', 'im Jahr'],
])
/** Units that are sent in English, for one and for several. Any other unit stays as it was sent. */
const UNITS = new Map([
  ['call', ['Aufruf', 'Aufrufe']],
  ['credit', ['Credit', 'Credits']],
  ['document', ['Dokument', 'Dokumente']],
  ['email', ['E-Mail', 'E-Mails']],
  ['event', ['Ereignis', 'Ereignisse']],
  ['hour', ['Stunde', 'Stunden']],
  ['image', ['Bild', 'Bilder']],
  ['message', ['Nachricht', 'Nachrichten']],
  ['minute', ['Minute', 'Minuten']],
  ['pack', ['Paket', 'Pakete']],
  ['package', ['Paket', 'Pakete']],
  ['page', ['Seite', 'Seiten']],
  ['request', ['Anfrage', 'Anfragen']],
  ['seat', ['Platz', 'Plätze']],
  ['token', ['Token', 'Token']],
  ['unit', ['Einheit', 'Einheiten']],
  ['user', ['Nutzer', 'Nutzer']],
])
const DAY = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'UTC' })
const DAY_AND_MONTH = new Intl.DateTimeFormat('de-DE', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Returns an English number with German separators: `12.480,25`. */
const number = (written: string) => written.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
const day = (iso: string) => DAY.format(new Date(iso))
const your = (name: string | null) => (name === null ? 'Ihr Abonnement' : `Ihr Tarif ${name}`)
const yourOwn = (name: string | null) => (name === null ? 'Ihr Abonnement' : `den Tarif ${name}`)
const on = (at: string | null) => (at === null ? '' : ` am ${at}`)

/** Returns `AI-Credits` for `AI credits`, and `GB` as it is. */
function unit(name: string, isOne: boolean): string {
  const words = name.split(' ')
  const last = words.pop()?.toLowerCase() ?? ''
  const known = UNITS.get(last) ?? UNITS.get(last.replace(/s$/u, ''))
  return known === undefined ? name : [...words, known[isOne ? 0 : 1]].join('-')
}

/** Returns "499,00 USD im Monat zuzüglich Verbrauch"; null for an interval that this console does not know. */
function priceWords({ amount, cadence, hasOthers, hasUsage }: ReplyPrice): string | null {
  const every = EVERY.get(cadence)
  const beside = [hasOthers && 'weiterer Preise', hasUsage && (hasOthers ? 'des Verbrauchs' : 'Verbrauch')].filter(
    Boolean,
  )
  if (every === undefined) return null
  return `${amount} ${every}${beside.length === 0 ? '' : ` zuzüglich ${beside.join(' und ')}`}`
}
function atPrice(price: ReplyPrice | null): string {
  const words = price && priceWords(price)
  return words === null ? '' : ` ${price?.isBaseOnly ? 'zum Grundpreis von' : 'zu'} ${words}`
}

/** The sentences of replies to customers, in German. */
export const GERMAN: Sentences = {
  language: 'de',
  day,
  number,
  money: (amount, currency) => {
    const written = ENGLISH.money(amount, currency)
    if (written === null) return null
    const [, code, digits] = /^([A-Z]{3}) (.+)$/.exec(written) ?? []
    return code === undefined || digits === undefined ? number(written) : `${number(digits)} ${code}`
  },

  unit,

  notStarted: (name, at) =>
    `${your(name)} hat noch nicht begonnen.${at === null ? '' : ` Der Beginn ist für den ${at} geplant.`}`,
  startsOn: (name, at, price) => `${your(name)} beginnt am ${at}${atPrice(price)}.`,
  isActive: (name) => `${your(name)} ist aktiv.`,
  isTrial: (name) => `${your(name)} ist in der Testphase.`,
  renewsOn: (at, price) => `Die nächste Verlängerung ist am ${at}${atPrice(price)}.`,
  nextPeriod: (at) => `Der nächste Abrechnungszeitraum beginnt am ${at}.`,
  billedOnce: 'Die Abrechnung erfolgt einmalig, ohne Verlängerung.',
  endsAt: (at) => `Das Ende ist der ${at}.`,
  ends: (name, at) =>
    at === null
      ? `${your(name)} verlängert sich nicht mehr.`
      : `${your(name)} bleibt bis zum ${at} aktiv und verlängert sich nicht mehr.`,
  untilThen: (price) => {
    const words = price && priceWords(price)
    return words === null ? '' : `Bis dahin beträgt der ${price?.isBaseOnly ? 'Grundpreis' : 'Preis'} ${words}.`
  },
  endIsFinal: 'Das Ende lässt sich nicht rückgängig machen, danach ist aber ein neues Abonnement möglich.',
  ended: (name, at) => `${your(name)} ${at === null ? 'ist beendet' : `endete${on(at)}`}.`,
  removed: (name) => `${your(name)} wurde entfernt.`,
  isFinal: 'Das lässt sich nicht rückgängig machen, ein neues Abonnement ist aber möglich.',
  trialUsage: (isCharged) => `Der Verbrauch wird in der Testphase ${isCharged ? '' : 'nicht '}berechnet.`,

  cancelled: (name) => `Wir haben ${yourOwn(name)} wie gewünscht gekündigt.`,
  deleted: (name, isUpcoming) =>
    `Wir haben ${yourOwn(name)} wie gewünscht${isUpcoming ? ' vor dem Beginn' : ''} entfernt.`,
  staysUntil: (at) => `Das Abonnement bleibt bis zum ${at} aktiv und verlängert sich nicht mehr.`,
  renewsNoMore: 'Das Abonnement verlängert sich nicht mehr.',
  hasEnded: (at) => (at === null ? 'Das Abonnement ist beendet.' : `Das Ende war der ${at}.`),

  invoice: (of, amount) =>
    `${of === null ? 'Ihre Rechnung' : `Rechnung ${of}`}${amount === null ? '' : ` über ${amount}`}`,
  notFinal: (invoice) => `${invoice} ist noch nicht endgültig.`,
  notIssued: (invoice) => `${invoice} ist noch nicht ausgestellt.`,
  voidCredit: (invoice, amount) => `${invoice}, eine Gutschrift${ofAmount(amount)}, ist storniert.`,
  creditInvoice: (invoice, amount) => `${invoice} ist eine Gutschrift${ofAmount(amount)}. Sie müssen nichts bezahlen.`,
  paid: (invoice) => `${invoice} wurde bezahlt.`,
  void: (invoice) => `${invoice} ist storniert. Sie müssen sie nicht bezahlen.`,
  hasDueDate: (invoice, at) => `${invoice} hat das Fälligkeitsdatum ${at}.`,
  needsNoPayment: (invoice) => `${invoice} erfordert keine Zahlung.`,
  owed: (of, amount, open) => {
    const invoice = of === null ? 'Ihre Rechnung' : `Rechnung ${of}`
    if (amount === null) return `${invoice} ist offen${open === null ? '' : `, und zwar mit ${open}`}.`
    return `${invoice} beträgt ${amount}${open === null ? '' : `, davon sind ${open} offen`}.`
  },
  isDue: (at, isPast) => `Die Zahlung ${isPast ? 'war' : 'ist'} am ${at} fällig.`,
  isOverdue: 'Die Zahlung ist überfällig.',
  hasDetails: 'Die Einzelheiten stehen auf Ihrer Rechnung.',
  paymentFailed: 'Die Zahlung ist fehlgeschlagen. Bitte prüfen Sie Ihre Zahlungsdaten.',
  paymentActionRequired:
    'Die Zahlung erfordert eine Aktion von Ihnen, zum Beispiel eine Bestätigung. Bitte schließen Sie sie ab.',
  lastInvoice: (days) => `Sie ist die letzte Rechnung dieses Abonnements, für den ${days}.`,
  lastPeriod: (days) => `Sie gilt für den letzten Zeitraum dieses Abonnements, ${days}.`,
  span: ({ from, to }) => (from === to ? day(to) : `${firstDay(from, to)} bis ${day(to)}`),

  alsoCharged: ({ name, days, number: of }) =>
    `${name ?? 'Denselben Posten'} sehen wir ${days === null ? '' : `für den ${days} `}auch auf ${of === null ? 'einer anderen Rechnung' : `Rechnung ${of}`}.`,
  isTwiceOnInvoice: 'Auf dieser Rechnung steht derselbe Posten mehrfach.',
  nothingTwice:
    'Wir haben diese Rechnung mit anderen Ihres Abonnements verglichen und nichts doppelt Berechnetes gefunden.',

  notFound: (ids) =>
    `${ids.length === 0 ? '' : `Zu ${ALTERNATIVES.format(ids)} haben wir nichts gefunden. `}Damit wir das prüfen können, brauchen wir die ID Ihres Abonnements oder die Nummer auf Ihrer Rechnung. Können Sie uns eine davon schicken?`,

  balance: (amount, of, at) => `Am ${at} betrug Ihr Guthaben ${amount} ${of}.`,
  expires: (parts) =>
    `Davon ${parts[0]?.isOne ? 'verfällt' : 'verfallen'} ${parts.map(({ amount, day: at }) => `${amount} am ${at}`).join(', ')}.`,
  days: ({ from, to }) => {
    if (from === to) return `am ${day(from)}`
    return `zwischen dem ${firstDay(from, to)} und dem ${day(to)}`
  },
  nearDay: (iso, asOf) => (iso.slice(0, 4) === asOf.slice(0, 4) ? DAY_AND_MONTH.format(new Date(iso)) : day(iso)),
  balanceChange: ({ days, isSum, moved, reasons, closing }) => {
    const subject = isSum ? 'die Summe Ihrer Buchungen' : 'Ihr Guthaben'
    const change =
      moved === null
        ? `hat sich ${subject} nicht verändert`
        : `ist ${subject} um ${moved.by} ${moved.isUp ? 'gestiegen' : 'gesunken'}`
    return `${days.charAt(0).toUpperCase()}${days.slice(1)} ${change}: ${reasons ?? `Der Stand war ${closing}`}.`
  },
  wereAdded: (isOne) => `${isOne ? 'kam' : 'kamen'} hinzu`,
  expired: (isOne, at, of) =>
    `${isOne ? 'ist' : 'sind'}${on(at)} verfallen${of === null ? '' : ` (aus Rechnung ${of})`}`,
  wereUsed: (isOne, billable, isAll) => {
    if (billable === null) return `${were(isOne)} verbraucht`
    return isAll ? `${were(isOne)} für ${billable} verbraucht` : `${were(isOne)} verbraucht, vor allem für ${billable}`
  },
  manually: (isOne, isAdded) => `${were(isOne)} manuell ${isAdded ? 'hinzugefügt' : 'abgezogen'}`,
  byOthers: (isOne, isAdded) => `${were(isOne)} durch andere Buchungen ${isAdded ? 'hinzugefügt' : 'abgezogen'}`,
  largest: (at, entry, isEntry) =>
    `${isEntry ? 'Die größte einzelne Buchung war' : 'Am meisten war es'} am ${at}: ${entry}.`,
}

const were = (isOne: boolean) => (isOne ? 'wurde' : 'wurden')
/** Returns the first of two days, without the year that it shares with the last. */
const firstDay = (from: string, to: string) =>
  from.slice(0, 4) === to.slice(0, 4) ? DAY_AND_MONTH.format(new Date(from)) : day(from)
const ALTERNATIVES = new Intl.ListFormat('de-DE', { type: 'disjunction' })
const ofAmount = (amount: string | null) => (amount === null ? '' : ` über ${amount}`)
