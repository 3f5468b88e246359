import type { ImportProgress } from './import-lines'

const PLURALS = {
  customer: 'customers',
  subscription: 'subscriptions',
  invoice: 'invoices',
  transaction: 'transactions',
}
const REDRAW_MS = 200

const inWords = (count: number) => count.toLocaleString('en-US')

/** "60 customers, 1 subscription, 0 invoices, 3,000 transactions". */
export function storedInWords({ stored }: ImportProgress): string {
  const kinds = ['customer', 'subscription', 'invoice', 'transaction'] as const
  return kinds.map((kind) => `${inWords(stored[kind])} ${stored[kind] === 1 ? kind : PLURALS[kind]}`).join(', ')
}

/** For an import that has stopped: which line was the last one kept. */
export function keptInWords({ lastLine, uncertainLine }: ImportProgress): string {
  const kept = lastLine === 0 ? 'No line was kept.' : `The last line kept is line ${lastLine}.`
  if (uncertainLine === null) return kept
  const lost = 'the connection was lost while they were committed'
  return `${kept} Those after it, up to line ${uncertainLine}, may be kept too, all or none: ${lost}.`
}

/** One line that names the fields that were dropped; null where there were none. */
export function unknownFieldsInWords({ unknownFields }: ImportProgress): string | null {
  if (unknownFields.size === 0) return null
  const counted = [...unknownFields].map(([field, count]) => `${field} (${inWords(count)})`)
  return `ignored fields the contract does not know: ${counted.join(', ')}`
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
