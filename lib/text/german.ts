import { type Sentences, ENGLISH } from './english'

const EVERY = new Map([
  ['oneTime', 'einmalig'],
  ['monthly', 'monatlich'],
  ['quarterly', 'vierteljährlich'],
  ['annually', 'jährlich'],
])
const DAY = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'UTC' })
const DAY_AND_MONTH = new Intl.DateTimeFormat('de-DE', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const TIME = new Intl.DateTimeFormat('de-DE', { timeStyle: 'short', timeZone: 'UTC' })

/** Returns an English number with German separators: `12.480,25`. */
const number = (written: string) => written.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
const day = (iso: string) => DAY.format(new Date(iso))
const your = (name: string | null) => (name === null ? 'Ihr Abonnement' : `Ihr Tarif ${name}`)
const on = (at: string | null) => (at === null ? '' : ` am ${at} (UTC)`)

/** The sentences of replies to customers, in German. */
export const GERMAN: Sentences = {
  language: 'de',
  day,
  moment: (iso) => `${day(iso)} um ${TIME.format(new Date(iso))}`,
  number,
  money: (amount, currency) => {
    const written = ENGLISH.money(amount, currency)
    if (written === null) return null
    const [, code, digits] = /^([A-Z]{3}) (.+)$/.exec(written) ?? []
    return code === undefined || digits === undefined ? number(written) : `${number(digits)} ${code}`
  },

  draftSubscription: (name) => `${your(name)} ist ein Entwurf und hat noch nicht begonnen.`,
  draftStart: (at) => `Der Beginn ist für den ${at} (UTC) vorgesehen.`,
  startsOn: (name, at) => `${your(name)} beginnt am ${at} (UTC).`,
  isActive: (name) => `${your(name)} ist aktiv.`,
  isTrial: (name) => `${your(name)} ist in der Testphase.`,
  nextPeriod: (at) => `Der nächste Abrechnungszeitraum beginnt am ${at} (UTC).`,
  billedOnce: 'Die Abrechnung erfolgt einmalig, ohne Verlängerung.',
  endsAt: (at) => `Das Ende ist der ${at} (UTC).`,
  scheduledEnd: (name, at) => `${your(name)} endet${at === null ? ' demnächst' : on(at)}.`,
  activeUntilThen: 'Bis dahin bleibt alles aktiv; es gibt keine Verlängerung.',
  ended: (name, at, wasCancelled) =>
    `${your(name)} ${wasCancelled ? 'wurde gekündigt und ' : ''}${at === null ? 'ist beendet' : `endete${on(at)}`}.`,
  removed: (name, isUpcoming) => {
    if (!isUpcoming) return `${your(name)} wurde entfernt.`
    return name === null ? 'Ihr geplantes Abonnement wurde entfernt.' : `Ihr geplanter Tarif ${name} wurde entfernt.`
  },
  basePrice: (amount, cadence) => {
    const every = EVERY.get(cadence)
    return every === undefined ? '' : `Der Grundpreis beträgt ${amount} ${every}.`
  },
  usageBesides: 'Der Verbrauch wird zusätzlich berechnet.',
  trialUsage: (isCharged) => `Der Verbrauch wird in der Testphase ${isCharged ? '' : 'nicht '}berechnet.`,

  invoice: (of, amount) =>
    `${of === null ? 'Ihre Rechnung' : `Rechnung ${of}`}${amount === null ? '' : ` über ${amount}`}`,
  draftInvoice: (invoice) => `${invoice} ist ein Entwurf.`,
  voidCredit: (invoice, amount) => `${invoice}, eine Gutschrift${ofAmount(amount)}, ist storniert.`,
  creditInvoice: (invoice, amount) => `${invoice} ist eine Gutschrift${ofAmount(amount)}. Sie müssen nichts bezahlen.`,
  paid: (invoice) => `${invoice} wurde bezahlt.`,
  void: (invoice) => `${invoice} ist storniert.`,
  uncollectible: (invoice) => `${invoice} ist als uneinbringlich geschlossen. Wir erwarten keine Zahlung mehr.`,
  hasDueDate: (invoice, at) => `${invoice} hat das Fälligkeitsdatum ${at}.`,
  needsNoPayment: (invoice) => `${invoice} erfordert keine Zahlung.`,
  partlyOpen: (invoice, open) => `${invoice}, davon ${open} offen,`,
  isDue: (invoice, at, isPast) => `${invoice} ${isPast ? 'war' : 'ist'} am ${at} fällig.`,
  isOverdue: (invoice) => `${invoice} ist überfällig.`,
  pleasePay: 'Bitte begleichen Sie sie.',
  paymentFailed: (invoice, at, isPast) =>
    `${dueAndNotPaid(invoice, at, isPast)}: Die Zahlung ist fehlgeschlagen. Bitte prüfen Sie Ihre Zahlungsdaten und begleichen Sie die Rechnung.`,
  paymentActionRequired: (invoice, at, isPast) =>
    `${dueAndNotPaid(invoice, at, isPast)}: Die Zahlung erfordert eine Aktion von Ihnen, zum Beispiel eine Bestätigung. Bitte schließen Sie die Zahlung ab.`,
  issuedOn: (at) => `Sie wurde am ${at} ausgestellt.`,

  balance: (amount, unit, moment) => `Ihr Guthaben betrug am ${moment} (UTC) ${amount} ${unit}.`,
  expires: (parts) => `Davon verfallen ${parts.map(({ amount, day: at }) => `${amount} am ${at}`).join(', ')}.`,
  days: ({ from, to }) => {
    if (from === to) return `am ${day(from)}`
    const first = from.slice(0, 4) === to.slice(0, 4) ? DAY_AND_MONTH.format(new Date(from)) : day(from)
    return `zwischen dem ${first} und dem ${day(to)}`
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
  wereAdded: 'kamen hinzu',
  expired: (at, of) => `sind${at === null ? '' : ` am ${at}`} verfallen${of === null ? '' : ` (aus Rechnung ${of})`}`,
  wereUsed: (billable, isAll) => {
    if (billable === null) return 'wurden verbraucht'
    return isAll ? `wurden für ${billable} verbraucht` : `wurden verbraucht, vor allem für ${billable}`
  },
  manually: (isAdded) => `wurden manuell ${isAdded ? 'hinzugefügt' : 'abgezogen'}`,
  byOthers: (isAdded) => `wurden durch andere Buchungen ${isAdded ? 'hinzugefügt' : 'abgezogen'}`,
}

const ofAmount = (amount: string | null) => (amount === null ? '' : ` über ${amount}`)
const dueAndNotPaid = (invoice: string, at: string | null, isPast: boolean) =>
  at === null
    ? `${invoice} ist nicht bezahlt`
    : `${invoice} ${isPast ? 'war' : 'ist'} am ${at} fällig und nicht bezahlt`
