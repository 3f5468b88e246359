import type { InvoiceTotals } from '@/contract/console/invoice'
import { formatCount, formatNumber } from './amount'

interface ChecksLabel {
  text: string
  /** `look` links to the lines that need a look. */
  state: 'agrees' | 'look' | 'unchecked'
  /** A note on what could not be checked; empty when everything was. */
  note: string
}

/** Returns "All 6 lines agree", "3 of 6 lines need a look", "4 of 6 lines agree, 2 cannot be checked"; null without lines. */
export function checksLabel({ lines, checks }: Pick<InvoiceTotals, 'lines' | 'checks'>): ChecksLabel | null {
  if (lines === 0) return null
  const { agrees, look, unchecked, withoutPriceCheck } = checks
  const of = `of ${formatCount(lines, 'line')}`
  const note = [
    look > 0 && unchecked > 0 && `${formatNumber(unchecked)} cannot be checked`,
    withoutPriceCheck > 0 && `${formatCount(withoutPriceCheck, 'unit price')} could not be checked`,
  ]
  const noted = { note: note.filter(Boolean).join(', ') }
  if (look > 0)
    return { ...noted, state: 'look', text: `${formatNumber(look)} ${of} ${look === 1 ? 'needs' : 'need'} a look` }
  if (unchecked === lines)
    return { ...noted, state: 'unchecked', text: lines === 1 ? 'The line cannot be checked' : 'No line can be checked' }
  if (unchecked > 0)
    return {
      ...noted,
      state: 'unchecked',
      text: `${formatNumber(agrees)} ${of} ${agrees === 1 ? 'agrees' : 'agree'}, ${formatNumber(unchecked)} cannot be checked`,
    }
  return {
    ...noted,
    state: 'agrees',
    text: lines === 1 ? 'The line agrees' : `All ${formatCount(lines, 'line')} agree`,
  }
}
