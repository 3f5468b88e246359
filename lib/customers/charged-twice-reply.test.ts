import { describe, expect, it } from 'vitest'
import type { InvoiceFinding } from '@/lib/invoices/finding'
import { ENGLISH } from '@/lib/text/english'
import { GERMAN } from '@/lib/text/german'
import { chargedTwiceReply } from './charged-twice-reply'

const CHECKS = { agrees: 1, look: 0, unchecked: 0, withoutPriceCheck: 0, nothingCharged: 0 }
const invoice = (id: string, findings: InvoiceFinding[] = [], changes: Partial<ReturnType<typeof paid>> = {}) => ({
  ...paid(id, findings),
  ...changes,
})
const paid = (id: string, findings: InvoiceFinding[]) => ({
  id,
  status: 'paid',
  goneAt: null as string | null,
  subscriptionId: 'sub_1',
  compared: 'all' as 'all' | 'some' | 'none',
  checked: { findings, more: 0, checks: CHECKS },
})
const SAME_CHARGE: InvoiceFinding = {
  severity: 'finding',
  lines: [1],
  kind: 'sameCharge',
  other: { id: 'inv_2', number: '1043' },
  name: 'Scale',
  start: '2026-11-01T00:00:00.000Z',
  end: '2026-12-01T00:00:00.000Z',
}
const SAME_LINE: InvoiceFinding = { severity: 'finding', lines: [1, 2], kind: 'sameLine' }
const REVIEW = { by: 'Ann', at: '2026-11-20T00:00:00.000Z', reason: 'agreed', isCurrent: true }

const reply = (findings: InvoiceFinding[], others = [invoice('inv_2')], say = ENGLISH) =>
  chargedTwiceReply('inv_1', [invoice('inv_1', findings), ...others], say)

describe('chargedTwiceReply', () => {
  it('says that it was compared with others of the subscription when nothing was found, in both languages', () => {
    const others = [
      invoice('inv_2'),
      invoice('inv_3'),
      invoice('draft', [], { status: 'draft' }),
      invoice('gone', [], { goneAt: '2026-11-20T00:00:00.000Z' }),
      invoice('of another', [], { subscriptionId: 'sub_2' }),
      invoice('without prices', [], { compared: 'none' }),
      invoice('with a line without price', [], { compared: 'some' }),
    ]
    expect(reply([], others)).toBe(
      'We compared this invoice with others of your subscription and found nothing charged twice.',
    )
    expect(chargedTwiceReply('inv_1', [invoice('inv_1'), ...others], GERMAN)).toBe(
      'Wir haben diese Rechnung mit anderen Ihres Abonnements verglichen und nichts doppelt Berechnetes gefunden.',
    )
  })

  it('names the other invoice that has the charge, in both languages', () => {
    expect(reply([SAME_CHARGE])).toBe('We see Scale for 1 to 30 Nov 2026 on invoice 1043 too.')
    expect(chargedTwiceReply('inv_1', [invoice('inv_1', [SAME_CHARGE])], GERMAN)).toBe(
      'Scale sehen wir für den 1. November bis 30. November 2026 auch auf Rechnung 1043.',
    )
    const unnamed = { ...SAME_CHARGE, name: null, isChargedOnce: true, other: { id: 'inv_2', number: null } } as const
    expect(reply([unnamed])).toBe('We see the same charge on another invoice too.')
    expect(reply([{ ...SAME_CHARGE, other: { id: 'inv_2', number: '1042', isNumberShared: true } }])).toContain(
      'on another invoice too.',
    )
  })

  it('says that the invoice itself has a charge more than once', () => {
    expect(reply([SAME_LINE])).toBe('This invoice has the same charge more than once.')
  })

  it.each<[string, InvoiceFinding[]]>([
    ['charges of one time that differ', [{ ...SAME_CHARGE, severity: 'note' }]],
    ['a credit on two invoices', [{ ...SAME_CHARGE, isCredit: true }]],
    ['a finding that was reviewed', [{ ...SAME_CHARGE, review: REVIEW }]],
  ])('returns null for what is not certain: %s', (_, findings) => {
    expect(reply(findings)).toBeNull()
  })

  it('returns null when the invoice could not be compared, or only in part, and when it has more findings than are listed', () => {
    expect(reply([], [])).toBeNull()
    const unlisted = { checked: { findings: [], more: 1, checks: CHECKS } }
    for (const own of [{ compared: 'none' as const }, { compared: 'some' as const }, { status: 'draft' }, unlisted])
      expect(chargedTwiceReply('inv_1', [invoice('inv_1', [], own), invoice('inv_2')], ENGLISH)).toBeNull()
    expect(chargedTwiceReply('inv_9', [invoice('inv_1')], ENGLISH)).toBeNull()
  })
})
