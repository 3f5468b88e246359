import type { ImportProgress } from './import-lines'
import { KEPT_KINDS, type KeptKind } from './kept-objects'

const PLURALS = {
  customer: 'customers',
  subscription: 'subscriptions',
  plan: 'plans',
  price: 'prices',
  billable: 'billables',
  invoice: 'invoices',
  transaction: 'transactions',
}
const REDRAW_MS = 200

const inWords = (count: number) => count.toLocaleString('en-US')
const counted = (count: number, kind: KeptKind) => `${inWords(count)} ${count === 1 ? kind : PLURALS[kind]}`

/** "60 customers, 1 subscription, 0 invoices, 3,000 transactions". */
export function storedInWords({ stored }: ImportProgress): string {
  const kinds = ['customer', 'subscription', 'invoice', 'transaction'] as const
  return kinds.map((kind) => counted(stored[kind], kind)).join(', ')
}

/** For an import that has stopped: which line was the last one kept. */
export function lastLineInWords({ lastLine, uncertainLine }: ImportProgress): string {
  const kept = lastLine === 0 ? 'No line was kept.' : `The last line kept is line ${lastLine}.`
  if (uncertainLine === null) return kept
  const lost = 'the connection was lost while they were committed'
  return `${kept} Those after it, up to line ${uncertainLine}, may be kept too, all or none: ${lost}.`
}

/**
 * One line on what stayed as it is stored, since what was given is older; null where nothing did. What is nested comes
 * again and again, so of that only the first ids are said.
 */
export function staysInWords({ kept }: ImportProgress): string | null {
  const told = KEPT_KINDS.filter((kind) => kept[kind].count > 0).map((kind) => {
    const { count, firstIds } = kept[kind]
    const ids = firstIds.map((id) => JSON.stringify(id)).join(', ') + (count > firstIds.length ? ', …' : '')
    const isNested = kind === 'plan' || kind === 'price' || kind === 'billable'
    return isNested ? `${PLURALS[kind]} (${ids})` : `${counted(count, kind)} (${ids})`
  })
  return told.length === 0
    ? null
    : `Kept as stored, since that is newer: ${told.join(', ')}. --replace takes what is given.`
}

/** Redraws one line with the rate while an import runs; on anything but a terminal it writes nothing. */
export function progressLine(stream: NodeJS.WriteStream): {
  update: (progress: ImportProgress) => void
  end: () => void
} {
  if (!stream.isTTY) return { update: () => undefined, end: () => undefined }
  const startedAt = performance.now()
  let drawnAt = -Infinity
  return {
    update({ lines }) {
      const now = performance.now()
      if (now - drawnAt < REDRAW_MS) return
      drawnAt = now
      const perSecond = Math.round(lines / ((now - startedAt) / 1_000))
      stream.write(`\r\u001B[K${inWords(lines)} lines stored, ${inWords(perSecond)} a second`)
    },
    end: () => void stream.write('\r\u001B[K'),
  }
}
