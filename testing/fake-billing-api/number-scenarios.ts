import { type SentNumber, withNumbers } from './number-bodies'
import { type ReadScenario, type ResourceKind, scenarioId } from './scenario'

/** Valid JSON numbers that programs often read wrongly. */
export const ODD_NUMBERS: readonly string[] = [
  '5.551115123125783e-17',
  '1e400',
  '-0',
  '1e-400',
  '1E+5',
  '0.1e1',
  '-1.50e1',
  '0e999999',
  '1e1000000',
  '-1e-1000000',
  `1e${'9'.repeat(15)}`,
  '0.30000000000000004',
  '3.3333333333333335',
  `0.${'0'.repeat(58)}1234`,
  '9'.repeat(38),
  `-${'9'.repeat(400)}`,
  `0.${'1'.repeat(400)}`,
  `${'7'.repeat(60)}.${'7'.repeat(60)}e-30`,
]

const sent: readonly SentNumber[] = [false, true].flatMap((asString) =>
  ODD_NUMBERS.map((digits) => ({ digits, asString })),
)

const withOddNumbers = (
  kind: ResourceKind,
  name: string,
  numbers: readonly SentNumber[],
  shows: string[],
): ReadScenario => {
  const id = scenarioId(kind, 'Amounts', name)
  return {
    gap: 'Amounts',
    name,
    kind,
    id,
    response: withNumbers(kind, id, numbers).response,
    shows,
    never: [/Infinity/],
  }
}

/** Resources that have every odd number in every numeric field. */
export const NUMBER_SCENARIOS: readonly ReadScenario[] = [
  withOddNumbers('subscription', 'odd numbers', sent, ['0.00000000000000005551115123125783', '1e400', '100,000']),
  withOddNumbers('invoice', 'odd numbers', sent, ['Not computed', '1e400', '100,000.00']),
  withOddNumbers('customer', 'odd numbers', sent, ['1e400', '−15.00', '0.00000000000000005551115123125783']),
  ...(['subscription', 'invoice', 'customer'] as const).map((kind) =>
    withOddNumbers(
      kind,
      '62 decimals',
      [{ digits: `0.${'0'.repeat(58)}1234`, asString: false }],
      ['0.000000…', '56 more digits', `0.${'0'.repeat(58)}1234`],
    ),
  ),
]
