import type { LineFinding, LineVerdict } from '@/lib/domain/line-verdict'

/** What a row says of its checks. */
export const VERDICT_LABELS: Record<LineVerdict['state'], string> = {
  agrees: 'Agrees',
  look: 'Needs a look',
  unchecked: 'Cannot be checked',
}

/** "$4.00 more than quantity × unit price". `money` writes an exact amount. */
export function findingLabel(finding: LineFinding, money: (amount: string) => string): string {
  switch (finding.kind) {
    case 'amount': {
      const isLess = finding.difference.startsWith('-')
      return `${money(finding.difference.replace('-', ''))} ${isLess ? 'less' : 'more'} than quantity × unit price`
    }
    case 'unitPrice':
      return `Its price says ${money(finding.expected)}`
    case 'tiers':
      return `Its tiers make ${money(finding.expected)}`
    case 'charged':
      return 'Charged, although its price charges nothing'
  }
}
