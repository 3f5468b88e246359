import type { LineChecks } from '@/contract/console/invoice-findings'
import { formatCount, formatNumber } from './amount'

interface ChecksLabel {
  /** "3 of 7 lines need a look"; null when none does. It leads. */
  look: string | null
  /** "All 7 lines add up", "6 of 8 lines add up · 2 not checked"; null when every line needs a look. */
  agreement: string | null
  /** True when every line was checked whole: only then a tick is right. */
  isWhole: boolean
  /** "1 unit price not checked"; empty when all were. */
  note: string
}

/** Returns the result of the checks of all lines in words; null without lines. */
export function checksLabel({ agrees, look, unchecked, withoutPriceCheck }: LineChecks): ChecksLabel | null {
  const lines = agrees + look + unchecked
  if (lines === 0) return null
  const of = `of ${formatCount(lines, 'line')}`
  return {
    look: look === 0 ? null : `${formatNumber(look)} ${of} ${look === 1 ? 'needs' : 'need'} a look`,
    agreement: agreementLabel({ agrees, look, unchecked }, of),
    isWhole: agrees === lines && withoutPriceCheck === 0,
    note: withoutPriceCheck > 0 ? `${formatCount(withoutPriceCheck, 'unit price')} not checked` : '',
  }
}

function agreementLabel({ agrees, look, unchecked }: Pick<LineChecks, 'agrees' | 'look' | 'unchecked'>, of: string) {
  const lines = agrees + look + unchecked
  if (agrees === lines) return lines === 1 ? 'The line adds up' : `All ${formatCount(lines, 'line')} add up`
  if (unchecked === lines) return lines === 1 ? 'The line cannot be checked' : 'No line can be checked'
  const notChecked = unchecked > 0 && `${formatNumber(unchecked)} not checked`
  const addUp = agrees > 0 && `${formatNumber(agrees)} ${of} ${agrees === 1 ? 'adds' : 'add'} up`
  return [addUp, notChecked].filter(Boolean).join(' · ') || null
}
