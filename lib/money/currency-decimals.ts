/**
 * The ISO 4217 currencies whose smallest unit is not a hundredth. `Intl` does not follow ISO 4217: V8 has 0 decimals for HUF, IDR, COP,
 * IQD and 13 others, because CLDR rounds prices.
 */
const OTHER_DECIMALS = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
])

/** The decimals of an unknown currency, and of a number without one. */
export const CENTS = 2

/** Returns the decimals of the currency's smallest unit; 2 for an unknown currency. */
export const currencyDecimals = (code: string | null | undefined): number =>
  OTHER_DECIMALS.get(code?.toUpperCase() ?? '') ?? CENTS

let known: ReadonlySet<string> | undefined

/** Returns the decimals by which minor units of the currency are converted; null for a currency outside ISO 4217. */
export function minorUnitDecimals(code: string | null | undefined): number | null {
  known ??= new Set([...Intl.supportedValuesOf('currency'), ...OTHER_DECIMALS.keys()])
  return known.has(code?.toUpperCase() ?? '') ? currencyDecimals(code) : null
}
