import type { LineFinding, LineVerdict } from '../domain/invoice/line-verdict'

const STATES: Record<LineVerdict['state'], string> = {
  agrees: 'Agrees',
  look: 'Needs a look',
  unchecked: 'Cannot be checked',
}

/** Returns the result of a line's checks: "Agrees", or "Agrees, its unit price could not be checked". */
export function verdictLabel({ state, price }: Pick<LineVerdict, 'state' | 'price'>): string {
  const isPart = state === 'agrees' && price.state === 'unchecked'
  return isPart ? `${STATES[state]}, its unit price could not be checked` : STATES[state]
}

/** Returns "$4.00 more than quantity × unit price". @param money formats an exact amount */
export function findingLabel(finding: LineFinding, money: (amount: string) => string): string {
  switch (finding.kind) {
    case 'amount':
      return `${moreOrLess(finding.difference, money)} than quantity × unit price`
    case 'subItems':
      return `Sub items add up to ${money(finding.expected)}`
    case 'subItem':
      return `Sub item ${finding.position} is ${moreOrLess(finding.difference, money)} than its quantity × price`
    case 'unitPrice':
      return `Price rules give a unit price of ${money(finding.expected)}`
    case 'rules':
      return `Price rules give ${money(finding.expected)} for this quantity`
    case 'tiers':
      return `Price tiers give ${money(finding.expected)}`
    case 'charged':
      return 'Not zero, although the price charges nothing'
  }
}

/** Returns "$4.00 more" or "$0.01 less". */
export const moreOrLess = (difference: string, money: (amount: string) => string) =>
  `${money(difference.replace('-', ''))} ${difference.startsWith('-') ? 'less' : 'more'}`
